import type { Metadata } from "next";
import { cache } from "react";
import { orNotFound, queryValue, readAsVisitor, type SearchParams } from "@/app/_server/read";
import { PageTitle } from "@/app/_ui/page-title";
import { RefreshWithoutScripts } from "@/app/_ui/refresh-without-scripts";
import { TextLink } from "@/app/_ui/text-link";
import { Address } from "@/app/checkout/address";
import { problems } from "@/server/domain/errors";
import type { Order } from "@/server/domain/order";
import { ForgetIntents } from "./forget-intents";
import { Now, Receipt } from "./order-books";
import { OrderWatch } from "./order-watch";
import { orderWords } from "./order-words";
import { PayAgain } from "./pay-again";
import { payRefusalWords } from "./pay-words";

type OrderPageProps = { params: Promise<{ reference: string }>; searchParams: SearchParams };

const readOrder = cache(async (reference: string) =>
  orNotFound((await readAsVisitor()).orders.get({ reference })),
);

export async function generateMetadata({ params, searchParams }: OrderPageProps): Promise<Metadata> {
  const order = await readOrder((await params).reference);
  const told = isDeclined(order) && toldBy(await queryValue(searchParams, "problem"));
  return { title: `${told ? "Error: " : ""}Order ${order.reference}` };
}

/** The confirmation and the order are one page: it can be bookmarked, reloaded and printed, and reading it changes nothing. */
export default async function OrderPage({ params, searchParams }: OrderPageProps) {
  const order = await readOrder((await params).reference);
  const words = orderWords(order);
  const waiting = order.status === "pending_payment" && order.payment.status === "in_flight";
  const told = toldBy(await queryValue(searchParams, "problem"));
  return (
    <>
      {waiting ? <RefreshWithoutScripts seconds={3} /> : null}
      <PageTitle above={`Order ${order.reference}`} lead={words.lead}>
        {words.title}
      </PageTitle>
      <ForgetIntents cartId={order.cartId} orderId={order.id} paymentId={order.payment.id} />
      <OrderWatch reference={order.reference} version={order.version} waiting={waiting} title={words.title} />
      <div className="grid gap-s7">
        {isDeclined(order) ? <PayAgain order={order} serverNowMs={Date.now()} told={told} /> : null}
        <div className="grid gap-x-s7 gap-y-s6 lg:grid-cols-2">
          <Receipt order={order} />
          <Now order={order} />
        </div>
        <section className="max-w-measure">
          <h2 className="font-serif text-t3 font-semibold">What happens next</h2>
          <p className="mt-s2">{words.next}</p>
        </section>
        <section className="grid gap-x-s7 gap-y-s5 md:grid-cols-2">
          <div>
            <h2 className="font-serif text-t3 font-semibold">Contact</h2>
            <p className="mt-s2 break-words">{order.email}</p>
          </div>
          <div>
            <h2 className="mb-s2 font-serif text-t3 font-semibold">Delivery address</h2>
            <Address shipTo={order.shipTo} />
          </div>
        </section>
        <p className="print:hidden">
          <TextLink href="/orders">See all your orders</TextLink>
        </p>
      </div>
    </>
  );
}

function isDeclined({ status, payment }: Order): boolean {
  return status === "pending_payment" && payment.status === "declined";
}

function toldBy(problem: string | undefined) {
  return problem !== undefined && Object.hasOwn(problems, problem) ? payRefusalWords(problem) : undefined;
}
