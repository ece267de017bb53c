import type { ReactNode } from "react";
import { type Shape, StateIcon } from "./state-icon";

export type NoticeKind = "info" | "ok" | "warn" | "bad";

const looks: Readonly<Record<NoticeKind, { shape: Shape; tone: string }>> = {
  info: { shape: "half", tone: "border-info bg-info-bg text-info" },
  ok: { shape: "dot", tone: "border-ok bg-ok-bg text-ok" },
  warn: { shape: "diamond", tone: "border-warn bg-warn-bg text-warn" },
  bad: { shape: "square", tone: "border-bad bg-bad-bg text-bad" },
};

type NoticeProps = { kind: NoticeKind; title: ReactNode; children?: ReactNode };

/** A panel in the page: the title says it in words, the shape and the bar repeat it. It announces nothing. */
export function Notice({ kind, title, children }: NoticeProps) {
  const { shape, tone } = looks[kind];
  return (
    <div className={`max-w-measure rounded-r1 border-l-4 px-s4 py-s3 ${tone}`}>
      <p className="flex items-baseline gap-s2 font-semibold">
        <StateIcon shape={shape} />
        <span>{title}</span>
      </p>
      {children ? <div className="mt-s1 grid gap-s2 text-text">{children}</div> : null}
    </div>
  );
}
