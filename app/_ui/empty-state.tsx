import type { ReactNode } from "react";

type EmptyStateProps = {
  title: ReactNode;
  /** What would fill this list. */
  children: ReactNode;
  action?: ReactNode;
};

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-start gap-s2 border-y border-line py-s6">
      <p className="font-serif text-t3 font-semibold">{title}</p>
      <div className="max-w-measure text-muted">{children}</div>
      {action ? <div className="mt-s3">{action}</div> : null}
    </div>
  );
}
