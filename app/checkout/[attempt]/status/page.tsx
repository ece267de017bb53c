import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { orNotFound, readAsVisitor } from "@/app/_server/read";
import { PageTitle } from "@/app/_ui/page-title";
import { RefreshWithoutScripts } from "@/app/_ui/refresh-without-scripts";
import { TextLink } from "@/app/_ui/text-link";
import { TokenChip } from "@/app/_ui/token-chip";
import { readCheckout } from "../read-checkout";
import { StatusCheck } from "./status-check";

export const metadata: Metadata = { title: "Where your order stands" };

type StatusPageProps = { params: Promise<{ attempt: string }> };

/** The outcome is not known to the buyer. It becomes the order as soon as it is known here. */
export default async function StatusPage({ params }: StatusPageProps) {
  const { attempt } = await params;
  const { order, cart } = await readCheckout(attempt);
  if (order && (await isDecided(order.reference))) redirect(`/orders/${order.reference}`);
  const nowMs = Date.now();
  return (
    <>
      <RefreshWithoutScripts seconds={3} />
      <PageTitle lead="You will be charged once. Waiting, reloading and pressing again are all safe.">
        Where your order stands
      </PageTitle>
      <div className="grid gap-s6">
        <StatusCheck
          key={order?.reference ?? "none"}
          attempt={attempt}
          cartId={cart.id}
          reference={order?.reference}
          serverNowMs={nowMs}
        />
        <div className="grid max-w-measure gap-s2">
          <p>
            <TextLink href="/orders">See your orders</TextLink>
          </p>
          <p className="text-t1 text-muted">
            Need help? <TextLink href="/problems">Read what can go wrong</TextLink>. If you write to us, quote{" "}
            <TokenChip token={attempt} />.
          </p>
        </div>
      </div>
    </>
  );
}

async function isDecided(reference: string): Promise<boolean> {
  const order = await orNotFound((await readAsVisitor()).orders.get({ reference }));
  return order.payment.status !== "in_flight";
}
