/** The first eight characters of a key, an id or a token; the whole of it on hover. */
export function TokenChip({ token }: { token: string }) {
  const short = token.slice(0, 8);
  return (
    <code
      title={token}
      className="inline-block rounded-r1 border border-line bg-sunken px-s1 font-mono text-[0.9em] leading-snug"
    >
      {short}
      {token.length > short.length ? <span aria-hidden="true">…</span> : null}
    </code>
  );
}
