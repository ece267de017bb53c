/** The mark: two strokes that arrive as one point. Two presses, one charge. */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-s2">
      <svg viewBox="0 0 24 24" className="size-6 shrink-0" aria-hidden="true" focusable="false">
        <path
          d="M2 5h5c5 0 4 7 9 7M2 19h5c5 0 4-7 9-7"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
        />
        <circle cx="18" cy="12" r="4" className="fill-action" />
      </svg>
      <span className="font-serif text-t3 font-semibold tracking-[-0.01em] whitespace-nowrap">Paid Once</span>
    </span>
  );
}
