import type { ReactNode } from "react";
import { ButtonLink } from "./_ui/button-link";
import { LedgerTable } from "./_ui/ledger-table";
import { PageTitle } from "./_ui/page-title";
import { TextLink } from "./_ui/text-link";
import { problemPageOf } from "./problems/problem-pages";

type Trial = { act: string; outcome: string; charges: number };

const trials: readonly Trial[] = [
  {
    act: "Double-click the pay button",
    outcome: "The second click finds the first one's order.",
    charges: 1,
  },
  {
    act: "Reload while the payment runs",
    outcome: "The page picks up the same payment and waits.",
    charges: 1,
  },
  {
    act: "Go offline, press pay, come back",
    outcome: "The same request is sent again, not a new one.",
    charges: 1,
  },
  {
    act: "Press Back after you have paid",
    outcome: "You are led to your order, never to a second form.",
    charges: 1,
  },
  {
    act: "Pay for one cart in two tabs",
    outcome: "One tab places the order; the other one shows it.",
    charges: 1,
  },
];

/** The four questions that a worried buyer brings first. */
const firstReading = ["payment-declined", "cart-already-ordered", "key-expired", "internal"] as const;

export default function HomePage() {
  return (
    <>
      <PageTitle
        lead={
          <>
            Paid Once is a small shop with a checkout that you can double-click, reload, time out and retry.
            However often you press, you get one order and pay for it once. Buy something, try to break it,
            and look at the rows that prove it held.
          </>
        }
      >
        Press it twice. Pay once.
      </PageTitle>
      <div className="grid gap-s7">
        <Door title="Buy something" words="Six things for a desk. The checkout takes test cards only.">
          <ButtonLink href="/shop">Go to the shop</ButtonLink>
        </Door>
        <Door
          title="Break something"
          words="Try each of these in the shop, then look at your orders. The last column is all that may ever be charged."
        >
          <LedgerTable
            caption="Things to try, and what you should see"
            captionHidden
            columns={[
              { key: "act", header: "What you do", cell: (trial) => trial.act },
              { key: "outcome", header: "What you see", cell: (trial) => trial.outcome },
              { key: "charges", header: "Charges", kind: "number", cell: (trial) => trial.charges },
            ]}
            rows={trials}
            rowKey={(trial) => trial.act}
          />
        </Door>
        <Door
          title="Read"
          words="What can go wrong, in plain words: what happened, whether trying again can charge twice, and what to do."
        >
          <ul className="grid gap-s3">
            {firstReading.map((code) => (
              <li key={code}>
                <TextLink href={`/problems/${code}`}>{problemPageOf(code).heading}</TextLink>
              </li>
            ))}
            <li>
              <TextLink href="/problems">Everything that can go wrong</TextLink>
            </li>
          </ul>
        </Door>
      </div>
    </>
  );
}

function Door({ title, words, children }: { title: string; words: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-s7 gap-y-s4 border-t border-line pt-s4 md:grid-cols-[16rem_1fr]">
      <div>
        <h2 className="font-serif text-t3 font-semibold">{title}</h2>
        <p className="mt-s1 max-w-measure text-t1 text-muted">{words}</p>
      </div>
      <div className="self-start">{children}</div>
    </section>
  );
}
