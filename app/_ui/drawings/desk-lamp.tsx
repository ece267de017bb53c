/** A jointed lamp, lit: two arms, a cone, its light as hairlines. */
export function DeskLamp() {
  return (
    <>
      <path strokeWidth="1.25" d="M24 158h192" />
      <path className="fill-action stroke-none" d="M45 156c0-9 11-14 27-14s27 5 27 14z" />
      <path d="M42 158c0-12 12-18 30-18s30 6 30 18z" />
      <path className="fill-surface" d="M68 140L51 90l7-2 18 52z" />
      <path className="fill-surface" d="M53 86l70-51 5 7-70 51z" />
      <g transform="translate(129 36) rotate(-34)">
        <path className="fill-surface" d="M-8 3H8v15H-8z" />
        <path strokeWidth="1.25" d="M-8 9H8M-8 13H8" />
        <path className="fill-action stroke-none" d="M-9.5 21h19l16 34q-26 8-51 0z" />
        <path d="M-12 18h24l18 38q-30 11-60 0z" />
        <path className="stroke-surface" strokeWidth="1.25" d="M-8 27l-11 24" />
        <path
          className="stroke-action"
          strokeWidth="1.25"
          strokeDasharray="5 5"
          d="M-22 67l-11 33M0 70v50M22 67l14 44"
        />
      </g>
      <circle className="fill-surface" cx="55" cy="89" r="7" />
      <circle className="fill-current stroke-none" cx="55" cy="89" r="2.25" />
      <circle className="fill-surface" cx="128" cy="36" r="7" />
      <circle className="fill-current stroke-none" cx="128" cy="36" r="2.25" />
    </>
  );
}
