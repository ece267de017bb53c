import { Button } from "@/app/_ui/button";
import { Field } from "@/app/_ui/field";
import { quantityMax } from "@/server/domain/cart";

type SetQuantityProps = { sku: string; inCart: number; error: string | undefined };

export function SetQuantity({ sku, inCart, error }: SetQuantityProps) {
  return (
    <form method="post" action="/api/forms/cart-lines" noValidate className="grid gap-s4">
      <input type="hidden" name="sku" value={sku} />
      {inCart === 0 ? null : (
        <p className="text-t1 text-muted">{inCart} in your cart now. What you enter is the new number.</p>
      )}
      <div className={error ? "max-w-xs" : "max-w-28"}>
        <Field
          name="quantity"
          label="Quantity"
          type="number"
          inputMode="numeric"
          min={1}
          max={quantityMax}
          defaultValue={inCart === 0 ? 1 : inCart}
          error={error}
        />
      </div>
      <div>
        <Button>{inCart === 0 ? "Add to cart" : "Update cart"}</Button>
      </div>
    </form>
  );
}
