import type { ReactNode } from "react";
import { LedgerTable } from "@/app/_ui/ledger-table";
import { LocalTime } from "@/app/_ui/local-time";
import { Money } from "@/app/_ui/money";
import { StateBadge } from "@/app/_ui/state-badge";
import { cardName } from "@/app/checkout/test-cards";
import type { Order } from "@/server/domain/order";

/** What was ordered, as it was at that moment. It never changes, whatever happens to prices and to the order. */
export function Receipt({ order }: { order: Order }) {
  return (
    <section>
      <Heading title="Receipt">
        what you ordered, <LocalTime at={order.createdAt} />
      </Heading>
      <LedgerTable
        caption="Receipt"
        captionHidden
        columns={[
          { key: "name", header: "Product", cell: (line) => line.name },
          { key: "price", header: "Price", kind: "money", cell: (line) => <Money value={line.unitPrice} /> },
          { key: "quantity", header: "Quantity", kind: "number", cell: (line) => line.quantity },
          { key: "total", header: "Total", kind: "money", cell: (line) => <Money value={line.total} /> },
        ]}
        rows={order.lines}
        rowKey={(line) => line.sku}
        total={{ label: "Total", value: <Money value={order.total} /> }}
      />
    </section>
  );
}

/** Where the order stands now. */
export function Now({ order }: { order: Order }) {
  const { payment } = order;
  return (
    <section>
      <Heading title="Now">
        as of <LocalTime at={order.updatedAt} />
      </Heading>
      <dl className="border-b border-line text-t1">
        <Fact term="Status">
          <StateBadge state={order.status} />
        </Fact>
        <Fact term="Payment">
          <StateBadge state={payment.status} />
        </Fact>
        <Fact term="Card">{cardName(payment.method)}</Fact>
        <Fact term="Paid">
          <Money
            value={{ ...order.total, amount: payment.status === "succeeded" ? order.total.amount : 0 }}
          />
        </Fact>
        {payment.refunded.amount === 0 ? null : (
          <Fact term="Refunded">
            <Money value={payment.refunded} />
          </Fact>
        )}
        <Fact term="Version">
          <span className="tabular-nums">{order.version}</span>
        </Fact>
      </dl>
    </section>
  );
}

function Heading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mb-s3 flex flex-wrap items-baseline justify-between gap-x-s4">
      <h2 className="font-serif text-t3 font-semibold">{title}</h2>
      <p className="text-t0 text-muted">{children}</p>
    </div>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-s4 border-t border-line py-s2">
      <dt className="text-muted">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
