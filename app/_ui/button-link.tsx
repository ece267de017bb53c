import Link from "next/link";
import type { ReactNode } from "react";
import { type ButtonVariant, buttonLook } from "./button-look";

type ButtonLinkProps = { href: string; variant?: ButtonVariant; children: ReactNode };

/** Goes somewhere and changes nothing. Whatever has an effect is a Button in a form. */
export function ButtonLink({ href, variant = "primary", children }: ButtonLinkProps) {
  return (
    <Link href={href} prefetch={false} className={buttonLook(variant)}>
      {children}
    </Link>
  );
}
