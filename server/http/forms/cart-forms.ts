import { Hono } from "hono";
import { createCart } from "../../carts/create-cart.ts";
import { findCurrentCart } from "../../carts/get-cart.ts";
import { removeCartLine } from "../../carts/remove-cart-line.ts";
import { setCartLine } from "../../carts/set-cart-line.ts";
import { DomainError } from "../../domain/errors.ts";
import { quantitySchema, skuSchema } from "../../domain/inputs.ts";
import type { Runtime } from "../../runtime.ts";
import type { ApiEnv } from "../api.ts";
import { readForm } from "./read-form.ts";
import { seeOther } from "./see-other.ts";
import { callerOrNewVisitor } from "./visitor.ts";

export function cartForms({ db }: Runtime): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();

  // Quantities are absolute: pressing twice, or reloading the post, says the same thing twice.
  app.post("/cart-lines", async (c) => {
    c.get("context").line.operation = "carts.setLine";
    const form = await readForm(c);
    const sku = skuSchema.parse(form.sku);
    const quantity = quantitySchema.safeParse(
      /^\d{1,9}$/.test(form.quantity ?? "") ? Number(form.quantity) : NaN,
    );
    if (!quantity.success) return seeOther(c, `/shop/${sku}?problem=quantity`);
    const { accountId } = await callerOrNewVisitor(c);
    const cart = (await findCurrentCart(db, accountId)) ?? (await createCart(db, accountId));
    await setCartLine(db, { accountId, cartId: cart.id, sku, quantity: quantity.data });
    return seeOther(c, "/cart");
  });

  app.post("/cart-lines/remove", async (c) => {
    c.get("context").line.operation = "carts.removeLine";
    const form = await readForm(c);
    const sku = skuSchema.parse(form.sku);
    const { caller } = c.get("context");
    const cart = caller && (await findCurrentCart(db, caller.accountId));
    if (!caller) throw new DomainError("unauthenticated");
    if (cart) await removeCartLine(db, { accountId: caller.accountId, cartId: cart.id, sku });
    return seeOther(c, "/cart");
  });
  return app;
}
