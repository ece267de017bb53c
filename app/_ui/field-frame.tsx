import type { ReactNode } from "react";
import { InlineError } from "./inline-error";

type FieldFrameProps = {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  children: ReactNode;
};

/** Label above, hint below it, then the message that says what to correct, then the control. */
export function FieldFrame({ id, label, hint, error, children }: FieldFrameProps) {
  return (
    <div className={error ? "border-l-3 border-bad pl-s3" : undefined}>
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      {hint ? (
        <p id={`${id}-hint`} className="text-t1 text-muted">
          {hint}
        </p>
      ) : null}
      {error ? <InlineError id={`${id}-error`}>{error}</InlineError> : null}
      <div className="mt-s1">{children}</div>
    </div>
  );
}

/** The aria attributes that tie a control to the hint and the message of its frame. */
export function describedBy(id: string, hint: ReactNode, error: ReactNode) {
  const ids = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return { "aria-describedby": ids || undefined, "aria-invalid": error ? true : undefined } as const;
}

/** The look of a text control; its line is the strong one, which can be seen as a border. */
export const controlLook =
  "block min-h-tap w-full max-w-md rounded-r1 border border-line-strong bg-surface px-s3 py-s2 text-t2 text-text " +
  "placeholder:text-muted hover:border-text aria-invalid:border-bad aria-invalid:border-2";
