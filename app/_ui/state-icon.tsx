const shapes = {
  dot: <circle cx="6" cy="6" r="4.5" fill="currentColor" />,
  ring: (
    <>
      <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <circle cx="6" cy="6" r="2" fill="currentColor" />
    </>
  ),
  half: (
    <>
      <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 1.25a4.75 4.75 0 0 1 0 9.5z" fill="currentColor" />
    </>
  ),
  diamond: (
    <path
      d="M6 .9 11.1 6 6 11.1.9 6z"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
    />
  ),
  square: <rect x="1.5" y="1.5" width="9" height="9" fill="currentColor" />,
  cross: <path d="m1.75 1.75 8.5 8.5m0-8.5-8.5 8.5" fill="none" stroke="currentColor" strokeWidth="1.75" />,
  torn: (
    <path d="M1 9.75h10M6 9.75V1.5M3.75 4 6 1.5 8.25 4" fill="none" stroke="currentColor" strokeWidth="1.5" />
  ),
  bar: <rect x="1" y="3.5" width="10" height="5" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  unequal: (
    <path
      d="M1.25 4.25h9.5m-9.5 3.5h9.5M8.25 1.25l-4.5 9.5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    />
  ),
  parcel: (
    <>
      <rect x="1.25" y="1.75" width="9.5" height="8.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M1.25 5h9.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
    </>
  ),
  arrow: <path d="M1 6h8.5M6.25 2.25 10 6 6.25 9.75" fill="none" stroke="currentColor" strokeWidth="1.75" />,
  tick: <path d="m1.25 6.5 3.25 3.25 6.25-7.5" fill="none" stroke="currentColor" strokeWidth="2" />,
  back: (
    <path
      d="M4.25 1.75 1.5 4.5l2.75 2.75M1.75 4.5h5.5a3 3 0 0 1 0 6H4"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    />
  ),
} as const;

export type Shape = keyof typeof shapes;

/** The shapes of the state vocabulary. They stand beside a word, never instead of it. */
export function StateIcon({ shape }: { shape: Shape }) {
  return (
    <svg viewBox="0 0 12 12" className="size-[0.75em] shrink-0" aria-hidden="true" focusable="false">
      {shapes[shape]}
    </svg>
  );
}
