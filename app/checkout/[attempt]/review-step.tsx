import type { ReactNode } from "react";
import { LedgerTable } from "@/app/_ui/ledger-table";
import { Money } from "@/app/_ui/money";
import { PageTitle } from "@/app/_ui/page-title";
import { Address } from "@/app/checkout/address";
import type { Cart } from "@/server/domain/cart";
import type { Details } from "@/server/domain/inputs";
import { CheckoutForm } from "./checkout-form";
import type { OutcomeWords } from "./outcome-words";

type ReviewStepProps = {
  attempt: string;
  cart: Cart;
  details: Details;
  told: OutcomeWords | undefined;
  serverNowMs: number;
};

/** Everything once more before the one press that charges. Every "Change" keeps what was typed. */
export function ReviewStep({ attempt, cart, details, told, serverNowMs }: ReviewStepProps) {
  const { email, ...shipTo } = details;
  const change = `/checkout/${attempt}?step=details`;
  return (
    <>
      <PageTitle above="Checkout, step 2 of 2">Check your order</PageTitle>
      <div className="grid gap-s6">
        <div className="grid gap-x-s7 gap-y-s5 md:grid-cols-2">
          <Answer title="Contact" change={`${change}#email`}>
            <p className="break-words">{email}</p>
          </Answer>
          <Answer title="Delivery address" change={`${change}#name`}>
            <Address shipTo={shipTo} />
          </Answer>
        </div>
        <Answer title="What you order" change="/cart">
          <LedgerTable
            caption="What you order"
            captionHidden
            columns={[
              { key: "name", header: "Product", cell: (line) => line.name },
              {
                key: "price",
                header: "Price",
                kind: "money",
                cell: (line) => <Money value={line.unitPrice} />,
              },
              { key: "quantity", header: "Quantity", kind: "number", cell: (line) => line.quantity },
              { key: "total", header: "Total", kind: "money", cell: (line) => <Money value={line.total} /> },
            ]}
            rows={cart.lines}
            rowKey={(line) => line.sku}
            total={{ label: "To pay", value: <Money value={cart.total} /> }}
          />
        </Answer>
        <CheckoutForm
          order={{ attempt, cartId: cart.id, cartVersion: cart.version, email, shipTo }}
          total={cart.total}
          names={Object.fromEntries(cart.lines.map(({ sku, name }) => [sku, name]))}
          serverNowMs={serverNowMs}
          told={told}
        />
      </div>
    </>
  );
}

type AnswerProps = { title: string; change: string; children: ReactNode };

function Answer({ title, change, children }: AnswerProps) {
  return (
    <section>
      <div className="mb-s2 flex items-baseline justify-between gap-s4 border-b border-line pb-s1">
        <h2 className="font-serif text-t3 font-semibold">{title}</h2>
        {/* A full page load on purpose: what comes back is what the server knows now. */}
        <a href={change} className="link inline-flex min-h-tap items-center text-t1">
          Change<span className="sr-only"> {title.toLowerCase()}</span>
        </a>
      </div>
      {children}
    </section>
  );
}
