"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";

/** A link of the main navigation; it says so when the reader is on its page or below it. */
export function NavLink({ href, children }: { href: string; children: ReactNode }) {
  const path = usePathname();
  const current = path === href ? "page" : path.startsWith(`${href}/`) ? "true" : undefined;
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={current}
      className="inline-flex min-h-tap min-w-tap items-center justify-center px-s2 text-t1 font-semibold underline decoration-transparent decoration-2 underline-offset-8 hover:decoration-line-strong aria-[current]:text-action aria-[current]:decoration-action sm:px-s3"
    >
      {children}
    </Link>
  );
}
