import type { Metadata } from "next";
import { queryValue, readAsVisitor, type SearchParams } from "@/app/_server/read";
import { ButtonLink } from "@/app/_ui/button-link";
import { EmptyState } from "@/app/_ui/empty-state";
import { PageTitle } from "@/app/_ui/page-title";
import type { Cart } from "@/server/domain/cart";
import { problems } from "@/server/domain/errors";
import { checkDetails } from "./check-details";
import { DetailsStep } from "./details-step";
import { isProblem, type OutcomeWords, refusalWords } from "./outcome-words";
import { readCheckout, readOpenCheckout } from "./read-checkout";
import { ReviewStep } from "./review-step";

type CheckoutPageProps = { params: Promise<{ attempt: string }>; searchParams: SearchParams };

export async function generateMetadata({ params, searchParams }: CheckoutPageProps): Promise<Metadata> {
  const { attempt } = await params;
  const { details, cart } = await readCheckout(attempt);
  const checked = checkDetails(details);
  if (checked.kind === "mistakes") return { title: "Error: Your details" };
  if (checked.kind === "untouched" || (await queryValue(searchParams, "step")) === "details") {
    return { title: "Your details" };
  }
  const told = toldBy(await queryValue(searchParams, "problem"), attempt, cart);
  return { title: told && isProblem(told.state) ? "Error: Check your order" : "Check your order" };
}

export default async function CheckoutPage({ params, searchParams }: CheckoutPageProps) {
  const { attempt } = await params;
  const { cart, details } = await readOpenCheckout(attempt);
  if (cart.lines.length === 0) return <NothingToOrder />;
  const checked = checkDetails(details);
  if (checked.kind !== "usable" || (await queryValue(searchParams, "step")) === "details") {
    return <DetailsStep attempt={attempt} cart={cart} typed={details} checked={checked} />;
  }
  const problem = await queryValue(searchParams, "problem");
  const shortLines = problem === "out-of-stock" ? await shortLinesOf(cart) : undefined;
  return (
    <ReviewStep
      attempt={attempt}
      cart={cart}
      details={checked.details}
      told={toldBy(problem, attempt, cart, shortLines)}
      serverNowMs={Date.now()}
    />
  );
}

/** A form without scripts comes back with the name of its outcome in the address. */
function toldBy(
  problem: string | undefined,
  attempt: string,
  { total }: Cart,
  shortLines?: readonly { name: string; available: number }[],
): OutcomeWords | undefined {
  if (problem === undefined || !Object.hasOwn(problems, problem)) return undefined;
  return refusalWords(problem, { attempt, total, shortLines });
}

async function shortLinesOf({ lines }: Cart) {
  const { items } = await (await readAsVisitor()).products.list();
  const stock = new Map(items.map((product) => [product.sku, product.stock]));
  return lines
    .map(({ sku, name, quantity }) => ({ name, quantity, available: stock.get(sku) ?? 0 }))
    .filter(({ quantity, available }) => available < quantity);
}

function NothingToOrder() {
  return (
    <>
      <PageTitle>Check your order</PageTitle>
      <EmptyState
        title="There is nothing to order"
        action={<ButtonLink href="/shop">Go to the shop</ButtonLink>}
      >
        <p>The cart of this checkout is empty. Put something in it, then check out again.</p>
      </EmptyState>
    </>
  );
}
