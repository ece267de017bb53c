export type ButtonVariant = "primary" | "secondary" | "quiet";

/** A browser may keep a button's state over a reload; this asks it not to. React has no type for it on a button. */
export const notRemembered: Readonly<Record<string, string>> = { autoComplete: "off" };

const shape =
  "inline-grid min-h-tap place-items-center rounded-r1 border px-s5 py-s2 text-center text-t2 font-semibold " +
  "no-underline transition-colors duration-[var(--fast)] motion-reduce:transition-none cursor-pointer " +
  "aria-disabled:cursor-progress print:hidden";

const looks: Readonly<Record<ButtonVariant, string>> = {
  primary:
    "border-action bg-action text-on-action hover:border-action-hover hover:bg-action-hover " +
    "aria-disabled:border-action aria-disabled:bg-action",
  secondary:
    "border-line-strong bg-surface text-action hover:border-action hover:text-action-hover " +
    "aria-disabled:border-line-strong aria-disabled:text-muted",
  quiet: "border-transparent bg-transparent text-action underline underline-offset-4 hover:text-action-hover",
};

/** The classes of a button, for a real button and for a link that leads somewhere as the page's main action. */
export function buttonLook(variant: ButtonVariant): string {
  return `${shape} ${looks[variant]}`;
}
