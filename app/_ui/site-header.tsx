import Link from "next/link";
import { NavLink } from "./nav-link";
import { Wordmark } from "./wordmark";

export function SiteHeader() {
  return (
    <header className="border-b border-line bg-surface print:hidden">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-s5 px-s4 py-s1 sm:px-s5">
        <Link href="/" prefetch={false} className="inline-flex min-h-tap items-center no-underline">
          <Wordmark />
        </Link>
        <nav aria-label="Main" className="-mx-s2 flex grow flex-wrap sm:mx-0 sm:grow-0 sm:-mr-s3">
          <NavLink href="/shop">Shop</NavLink>
          <NavLink href="/cart">Cart</NavLink>
          <NavLink href="/orders">Orders</NavLink>
          <span className="ml-auto sm:ml-s3 sm:border-l sm:border-line sm:pl-s3">
            <NavLink href="/problems">Help</NavLink>
          </span>
        </nav>
      </div>
    </header>
  );
}
