import type { Metadata } from "next";
import { ifKnown, orNotFound, queryValue, readAsVisitor, type SearchParams } from "@/app/_server/read";
import { ButtonLink } from "@/app/_ui/button-link";
import { EmptyState } from "@/app/_ui/empty-state";
import { LedgerTable } from "@/app/_ui/ledger-table";
import { LocalTime } from "@/app/_ui/local-time";
import { Money } from "@/app/_ui/money";
import { PageTitle } from "@/app/_ui/page-title";
import { StateBadge } from "@/app/_ui/state-badge";
import { TextLink } from "@/app/_ui/text-link";

export const metadata: Metadata = { title: "Your orders" };

export default async function OrdersPage({ searchParams }: { searchParams: SearchParams }) {
  const cursor = await queryValue(searchParams, "cursor");
  const caller = await readAsVisitor();
  const page = await orNotFound(ifKnown(caller.orders.list(cursor === undefined ? {} : { cursor })));
  return (
    <>
      <PageTitle lead="What this browser has ordered, newest first.">Your orders</PageTitle>
      {page === undefined || page.items.length === 0 ? (
        <NoOrders />
      ) : (
        <div className="grid gap-s5">
          <LedgerTable
            caption="Your orders"
            captionHidden
            columns={[
              {
                key: "reference",
                header: "Order",
                cell: ({ reference }) => <TextLink href={`/orders/${reference}`}>{reference}</TextLink>,
              },
              { key: "placed", header: "Placed", cell: ({ createdAt }) => <LocalTime at={createdAt} /> },
              { key: "status", header: "Status", cell: ({ status }) => <StateBadge state={status} /> },
              { key: "total", header: "Total", kind: "money", cell: ({ total }) => <Money value={total} /> },
            ]}
            rows={page.items}
            rowKey={({ id }) => id}
          />
          <nav aria-label="Pages" className="flex flex-wrap gap-s5">
            {cursor === undefined ? null : <TextLink href="/orders">Newest orders</TextLink>}
            {page.next === null ? null : (
              <TextLink href={`/orders?cursor=${page.next}`}>Older orders</TextLink>
            )}
          </nav>
        </div>
      )}
    </>
  );
}

function NoOrders() {
  return (
    <EmptyState title="No orders yet" action={<ButtonLink href="/shop">Go to the shop</ButtonLink>}>
      <p>
        What you order in this browser is listed here. If you ordered in another browser, open that one:
        orders belong to the browser that placed them.
      </p>
    </EmptyState>
  );
}
