/** A squat bottle of ink: ridged cap, glass shoulders, a paper label, one drop beside it. */
export function InkBottle() {
  return (
    <>
      <path strokeWidth="1.25" d="M24 158h192" />
      <path className="fill-action stroke-none" d="M75 92h86l7 52a8 8 0 0 1-8 9H76a8 8 0 0 1-8-9z" />
      <path d="M98 58v8c0 6-22 8-25 18l-9 62a10 10 0 0 0 10 11h88a10 10 0 0 0 10-11l-9-62c-3-10-25-12-25-18v-8" />
      <path className="stroke-surface" strokeWidth="1.25" d="M76 104l-4 30M163 104l2 14" />
      <path strokeWidth="1.25" d="M73 91c30 5 60 5 90 0" />
      <path
        className="fill-surface"
        d="M94 58h48a3 3 0 0 0 3-3V27a4 4 0 0 0-4-4H95a4 4 0 0 0-4 4v28a3 3 0 0 0 3 3z"
      />
      <path d="M91 32h54" />
      <path strokeWidth="1.25" d="M98 37v16M105 37v16M112 37v16M118 37v16M124 37v16M131 37v16M138 37v16" />
      <rect className="fill-surface" x="88" y="106" width="60" height="36" rx="2" />
      <path strokeWidth="1.25" d="M92 110h52v28H92zM100 120h36M106 127h24" />
      <path
        className="fill-action stroke-none"
        d="M198 128c6 9 10 14 10 19a10 10 0 0 1-20 0c0-5 4-10 10-19z"
      />
      <path d="M198 126c6 9 11 15 11 21a11 11 0 0 1-22 0c0-6 5-12 11-21z" />
    </>
  );
}
