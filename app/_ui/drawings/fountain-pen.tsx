/** A fountain pen at work: nib down, one line of ink behind it. */
export function FountainPen() {
  return (
    <>
      <path strokeWidth="1.25" d="M14 166h202" opacity="0.35" />
      <path
        className="stroke-action"
        d="M14 150c10-16 20-22 22-13s-12 19-6 19 14-17 20-17-4 16 4 16 10-14 16-14-2 11 3 11 6-6 10-11"
      />
      <g transform="rotate(-38 82 142)">
        <path className="fill-action stroke-none" d="M136 128h76c10 0 15 6 15 13s-5 13-15 13h-76z" />
        <path className="fill-surface" d="M84 141c8-2 14-8 20-9v18c-6-1-12-7-20-9z" />
        <path strokeWidth="1.25" d="M84 141h11" />
        <circle cx="97.5" cy="141" r="2" />
        <path className="fill-surface" d="M104 131l26-3v26l-26-3z" />
        <path strokeWidth="1.25" d="M110 130.5v21M115 130v22M120 129.5v23" />
        <path className="fill-surface" d="M130 126h7v30h-7z" />
        <path d="M137 127h73c11 0 16 7 16 14s-5 14-16 14h-73z" />
        <path d="M204 127v28" />
        <path className="fill-surface" d="M178 122h42v5h-42z" />
        <path className="stroke-surface" strokeWidth="1.25" d="M145 134h48" />
      </g>
    </>
  );
}
