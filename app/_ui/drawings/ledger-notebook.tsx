/** A bound ledger: cloth boards, leather spine and corners, a ruled label, a ribbon. */
export function LedgerNotebook() {
  return (
    <>
      <path d="M174 32l8 7v121H80l-8-10" />
      <path strokeWidth="1.25" d="M78 153.5h98.5V35M79.5 157h100V38" />
      <path className="fill-surface stroke-none" d="M68 22h100a6 6 0 0 1 6 6v116a6 6 0 0 1-6 6H68z" />
      <g className="fill-action stroke-none">
        <path d="M66.5 25H82v122H66.5zM152 25h15a5 5 0 0 1 5 5v15zM152 147h15a5 5 0 0 0 5-5v-15z" />
        <path d="M102 151h11v19l-5.5-5-5.5 5z" />
      </g>
      <path d="M68 22h100a6 6 0 0 1 6 6v116a6 6 0 0 1-6 6H68a4 4 0 0 1-4-4V26a4 4 0 0 1 4-4z" />
      <path d="M84 22v128M146 22l28 28M146 150l28-28" />
      <path
        className="stroke-surface"
        strokeWidth="1.25"
        d="M70 42h8M70 46h8M70 84h8M70 88h8M70 126h8M70 130h8"
      />
      <rect className="fill-surface" x="97" y="50" width="52" height="38" rx="2" />
      <path strokeWidth="1.25" d="M101 54h44v30h-44zM108 64h30M108 69h30M108 75h18" />
      <path strokeWidth="1.25" d="M102 151v19l5.5-5 5.5 5v-19" />
    </>
  );
}
