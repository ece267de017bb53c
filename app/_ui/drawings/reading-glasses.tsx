/** Reading glasses on a ruled page: the lines are clear where the lenses are. */
export function ReadingGlasses() {
  return (
    <>
      <path
        strokeWidth="1.25"
        opacity="0.35"
        d="M24 76h192M24 92h192M24 108h192M24 124h192M24 140h192M24 156h192"
      />
      <path d="M46 105L72 38c4-9 14-9 17 0l4 12M194 105L168 38c-4-9-14-9-17 0l-4 12" />
      <path
        className="stroke-action"
        strokeWidth="5"
        d="M72 38c4-9 14-9 17 0l4 12M168 38c-4-9-14-9-17 0l-4 12"
      />
      <circle className="fill-surface" cx="78" cy="116" r="33" />
      <circle className="fill-surface" cx="162" cy="116" r="33" />
      <path
        className="stroke-action"
        strokeWidth="3"
        d="M60 101h36M54 116h48M60 131h28M144 101h36M138 116h48M144 131h20"
      />
      <circle cx="78" cy="116" r="33" />
      <circle cx="162" cy="116" r="33" />
      <circle cx="78" cy="116" r="28.5" strokeWidth="1.25" />
      <circle cx="162" cy="116" r="28.5" strokeWidth="1.25" />
      <path d="M110 108c4-8 16-8 20 0" />
    </>
  );
}
