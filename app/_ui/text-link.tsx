import Link from "next/link";
import type { ComponentProps } from "react";

type TextLinkProps = Omit<ComponentProps<typeof Link>, "prefetch" | "className">;

/** A link in running text. It never prefetches: a GET we did not ask for is a GET we cannot explain. */
export function TextLink(props: TextLinkProps) {
  return <Link {...props} prefetch={false} className="link" />;
}
