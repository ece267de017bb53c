import { Button } from "@/app/_ui/button";
import { quantityMax } from "@/server/domain/cart";
import type { Product } from "@/server/domain/product";

type AddToCartProps = { product: Product; inCart: number };

/** Says how many there shall be, not "one more": pressing twice, or reloading the post, changes nothing. */
export function AddToCart({ product: { sku, name, stock }, inCart }: AddToCartProps) {
  if (stock === 0) return null;
  return (
    <form method="post" action="/api/forms/cart-lines">
      <input type="hidden" name="sku" value={sku} />
      <input type="hidden" name="quantity" value={Math.min(inCart + 1, quantityMax)} />
      <Button variant="secondary">
        <span>
          Add to cart<span className="sr-only"> {name}</span>
        </span>
      </Button>
    </form>
  );
}
