/** A small turning mark for a wait that the reader started. It stands still when motion is unwelcome. */
export function ProgressMark() {
  return (
    <svg
      viewBox="0 0 16 16"
      className="size-4 shrink-0 animate-spin motion-reduce:animate-none"
      aria-hidden="true"
      focusable="false"
    >
      <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="2" opacity="0.35" />
      <path d="M8 2a6 6 0 0 1 6 6" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
