"use client";

import { useEffect, useRef } from "react";

export type FieldProblem = { fieldId: string; message: string };

type ErrorSummaryProps = { problems: readonly FieldProblem[]; title?: string };

/**
 * What to correct, in one place, with a link to each field. It takes the focus when it appears and whenever its
 * words change. Give the page's title the prefix "Error: ". A 303 without JavaScript may lead to `#error-summary`.
 */
export function ErrorSummary({ problems, title = "There is a problem" }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const words = problems.map((problem) => problem.message).join("\n");
  useEffect(() => {
    if (words !== "") box.current?.focus();
  }, [words]);
  if (problems.length === 0) return null;
  return (
    <div
      ref={box}
      id="error-summary"
      role="alert"
      tabIndex={-1}
      className="max-w-measure rounded-r1 border-2 border-bad bg-surface px-s5 py-s4"
    >
      <h2 className="text-t3 font-semibold">{title}</h2>
      <ul className="mt-s2 grid gap-s1">
        {problems.map(({ fieldId, message }) => (
          <li key={fieldId}>
            <a href={`#${fieldId}`} className="font-semibold text-bad underline underline-offset-4">
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
