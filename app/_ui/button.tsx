import type { ComponentProps, ReactNode } from "react";
import { type ButtonVariant, buttonLook, notRemembered } from "./button-look";
import { ProgressMark } from "./progress-mark";

type ButtonProps = Omit<ComponentProps<"button">, "className" | "disabled" | "aria-disabled"> & {
  variant?: ButtonVariant;
  /** An answer is awaited. The button keeps its focus and stays pressable: the form's handler ignores repeats. */
  pending?: boolean;
  /** What the button says once the wait is long enough to notice. */
  pendingLabel?: ReactNode;
};

// Both labels share one grid cell, so the width is the wider one's and never jumps. The words change only after
// 400 ms: a fast answer shows no flicker.
const idleLabel =
  "col-start-1 row-start-1 group-aria-disabled:invisible group-aria-disabled:transition-[visibility] " +
  "group-aria-disabled:delay-400 group-aria-disabled:duration-0";
const waitingLabel =
  "col-start-1 row-start-1 invisible inline-flex items-center gap-s2 group-aria-disabled:visible " +
  "group-aria-disabled:transition-[visibility] group-aria-disabled:delay-400 group-aria-disabled:duration-0";

export function Button(props: ButtonProps) {
  const { variant = "primary", pending = false, pendingLabel, children, type = "submit", ...rest } = props;
  return (
    <button
      {...rest}
      type={type}
      {...notRemembered}
      aria-disabled={pending || undefined}
      className={`group ${buttonLook(variant)}`}
    >
      {pendingLabel === undefined ? (
        children
      ) : (
        <>
          <span className={idleLabel}>{children}</span>
          <span className={waitingLabel}>
            <ProgressMark />
            {pendingLabel}
          </span>
        </>
      )}
    </button>
  );
}
