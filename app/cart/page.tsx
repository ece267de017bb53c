import type { Metadata } from "next";
import { readAsVisitor } from "@/app/_server/read";
import { readCart } from "@/app/_server/read-cart";
import { Button } from "@/app/_ui/button";
import { ButtonLink } from "@/app/_ui/button-link";
import { EmptyState } from "@/app/_ui/empty-state";
import { PageTitle } from "@/app/_ui/page-title";
import { TextLink } from "@/app/_ui/text-link";
import { OrderedElsewhere } from "@/app/checkout/[attempt]/ordered-elsewhere";
import { CartTable } from "./cart-table";

export const metadata: Metadata = { title: "Cart" };

export default async function CartPage() {
  const [cart, { items }] = await Promise.all([readCart(), (await readAsVisitor()).products.list()]);
  if (!cart || cart.lines.length === 0) return <EmptyCart />;
  const stock = new Map(items.map((product) => [product.sku, product.stock]));
  return (
    <>
      <PageTitle>Cart</PageTitle>
      <OrderedElsewhere cartId={cart.id} />
      <div className="grid gap-s5">
        <CartTable cart={cart} stock={stock} />
        <form method="post" action="/api/forms/checkout">
          <input type="hidden" name="cartId" value={cart.id} />
          <Button>Checkout</Button>
        </form>
        <p className="max-w-measure text-t1 text-muted">
          Version {cart.version} of your cart. If you change it in another tab, this page doesn’t know; the
          checkout does, and asks you to look again before it charges.{" "}
          <TextLink href="/shop">Back to the shop</TextLink>
        </p>
      </div>
    </>
  );
}

function EmptyCart() {
  return (
    <>
      <PageTitle>Cart</PageTitle>
      <EmptyState title="Your cart is empty" action={<ButtonLink href="/shop">Go to the shop</ButtonLink>}>
        <p>
          What you put into it is kept in this browser’s account until you order it. If you have just ordered,
          look at <TextLink href="/orders">your orders</TextLink>.
        </p>
      </EmptyState>
    </>
  );
}
