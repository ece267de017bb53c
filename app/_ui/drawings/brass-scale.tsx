/** A level balance: what stands on the left equals what stands on the right. */
export function BrassScale() {
  return (
    <>
      <path strokeWidth="1.25" d="M24 158h192" />
      <g className="fill-action stroke-none">
        <path d="M30 108h62c-3 14-14 20-31 20s-28-6-31-20z" />
        <path d="M150 108h62c-3 14-14 20-31 20s-28-6-31-20z" />
        <path d="M88 150h66v8H88z" />
      </g>
      <path className="fill-surface" d="M117 44l-2 94h12l-2-94z" />
      <path
        d="M121 20v6M59 48c22-10 42-14 62-14s40 4 62 14c-22-4-42-5-62-5s-40 1-62 5z"
        className="fill-surface"
      />
      <circle className="fill-surface" cx="121" cy="37" r="8" />
      <circle cx="121" cy="37" r="2" className="fill-current" />
      <path d="M121 22a4 4 0 1 1 .01 0z" className="fill-surface" />
      <path strokeWidth="1.25" d="M60 50L30 106M60 50v56M60 50l32 56M182 50l-32 56M182 50v56M182 50l30 56" />
      <path d="M27 106h68c-3 17-15 24-34 24s-31-7-34-24zM147 106h68c-3 17-15 24-34 24s-31-7-34-24z" />
      <path className="fill-surface" d="M53 106V92h16v14zM57 92v-5h8v5z" />
      <path className="fill-surface" d="M168 106v-5h26v5zM168 101v-5h26v5zM168 96v-5h26v5z" />
      <path className="fill-surface" d="M105 138h32l8 10H97zM86 148h70v10H86z" />
      <path className="fill-action stroke-none" d="M90 152h62v4H90z" />
    </>
  );
}
