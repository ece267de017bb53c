/** For a product that nobody has drawn yet: a parcel tied with string. */
export function PlainParcel() {
  return (
    <>
      <path className="fill-action stroke-none" d="M110 62h20v94h-20z" />
      <path d="M56 62h128v94H56zM56 62l18-26h92l18 26M110 62v94M130 62v94M110 62l4-26M130 62l-4-26" />
      <path strokeWidth="1.25" d="M68 142h26M68 148h18" />
      <path d="M120 36c-8-14-22-16-24-9s12 11 24 9c12 2 26-2 24-9s-16-5-24 9z" />
    </>
  );
}
