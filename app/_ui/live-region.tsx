import type { ReactNode } from "react";

type LiveRegionProps = {
  /** Text only. The element itself is there from the first paint, or screen readers would miss its first words. */
  children?: ReactNode;
  /** Heard, not seen. */
  hidden?: boolean;
};

export function LiveRegion({ children, hidden = false }: LiveRegionProps) {
  return (
    <p role="status" className={hidden ? "sr-only" : "min-h-[1.5em] text-t1 text-muted"}>
      {children}
    </p>
  );
}
