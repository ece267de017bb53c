import type { Metadata } from "next";
import { PageTitle } from "./_ui/page-title";
import { TextLink } from "./_ui/text-link";

export const metadata: Metadata = { title: "Page not found" };

export default function NotFound() {
  return (
    <>
      <PageTitle lead="There is no page at this address, or it belongs to somebody else.">
        We can’t find this page
      </PageTitle>
      <div className="grid max-w-measure gap-s4">
        <p>
          Nothing was ordered, charged or changed by coming here. Your cart and your orders are as you left
          them.
        </p>
        <p>If you typed the address, check it. If you followed a link, the page may have moved.</p>
        <p>
          <TextLink href="/orders">See your orders</TextLink> or{" "}
          <TextLink href="/shop">go to the shop</TextLink>.
        </p>
      </div>
    </>
  );
}
