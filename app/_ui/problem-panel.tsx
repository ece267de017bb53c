"use client";

import { type ReactNode, useEffect, useRef } from "react";

type ProblemPanelProps = {
  title?: ReactNode;
  /** What happened, in a sentence; it is what a screen reader hears first. */
  message: string;
  /** What that means for the reader's money and data, and the way on. */
  children?: ReactNode;
};

const prefix = "Error: ";

/** One problem that is not about a field. It takes the focus when it appears, and the page's title says so too. */
export function ProblemPanel({ title = "There is a problem", message, children }: ProblemPanelProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message === "") return;
    box.current?.focus();
    if (document.title.startsWith(prefix)) return;
    document.title = prefix + document.title;
    return () => {
      document.title = document.title.replace(prefix, "");
    };
  }, [message]);
  return (
    <div
      ref={box}
      id="error-summary"
      role="alert"
      tabIndex={-1}
      className="max-w-measure rounded-r1 border-2 border-bad bg-surface px-s5 py-s4"
    >
      <h2 className="text-t3 font-semibold">{title}</h2>
      <p className="mt-s2 font-semibold text-bad">{message}</p>
      {children ? <div className="mt-s1 grid gap-s2">{children}</div> : null}
    </div>
  );
}
