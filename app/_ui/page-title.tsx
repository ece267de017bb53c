import type { ReactNode } from "react";

type PageTitleProps = {
  children: ReactNode;
  /** A line above the title that places it: a reference, a chapter, a code. */
  above?: ReactNode;
  lead?: ReactNode;
};

/** The one h1 of a page. */
export function PageTitle({ children, above, lead }: PageTitleProps) {
  return (
    <div className="mb-s6">
      {above ? <p className="mb-s1 text-t1 text-muted">{above}</p> : null}
      <h1 className="max-w-[34ch] font-serif text-t4 font-semibold tracking-[-0.01em] sm:text-t5">
        {children}
      </h1>
      {lead ? <p className="mt-s4 max-w-measure text-t2">{lead}</p> : null}
    </div>
  );
}
