import type { ReactNode } from "react";
import { StateIcon } from "./state-icon";

/** One sentence beside the control it is about. The shape says "refused" where colour cannot. */
export function InlineError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-baseline gap-s2 text-t1 font-semibold text-bad">
      <StateIcon shape="square" />
      <span>
        <span className="sr-only">Error: </span>
        {children}
      </span>
    </p>
  );
}
