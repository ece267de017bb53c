// Rows for tests, made through the shop's own verbs, so that a test never starts from a state the shop could not reach.
import { v7 as uuidV7 } from "uuid";
import { openAccount } from "../../server/accounts/open-account.ts";
import { createCart } from "../../server/carts/create-cart.ts";
import { setCartLine } from "../../server/carts/set-cart-line.ts";
import type { Cart } from "../../server/domain/cart.ts";
import { type PlaceOrderInput, placeOrderSchema } from "../../server/domain/inputs.ts";
import type { Db } from "../client.ts";
import { products } from "../schema/catalogue.ts";

export type Shopper = { readonly accountId: string; readonly cart: Cart };

/** An account with a cart that is ready for checkout. */
export async function makeShopper(
  db: Db,
  lines: Record<string, number> = { "fountain-pen": 1 },
): Promise<Shopper> {
  const { accountId } = await openAccount(db, "shopper", "Test shopper");
  return { accountId, cart: await makeCart(db, accountId, lines) };
}

export async function makeCart(db: Db, accountId: string, lines: Record<string, number>): Promise<Cart> {
  let cart = await createCart(db, accountId);
  for (const [sku, quantity] of Object.entries(lines)) {
    cart = await setCartLine(db, { accountId, cartId: cart.id, sku, quantity });
  }
  return cart;
}

/** A product of the test's own, so that no other test in the file touches its stock. */
export async function makeProduct(
  db: Db,
  stock: number,
  sku = `test-${uuidV7()}`.slice(0, 36),
): Promise<string> {
  const row = { sku, name: "Test product", description: "Made by a test", priceAmount: 1_000, stock };
  await db.auto.insert(products).values({ ...row, currency: "EUR" });
  return sku;
}

/** What a buyer sends to order a cart. */
export function orderInput(cart: Cart, changes: Record<string, unknown> = {}): PlaceOrderInput {
  return placeOrderSchema.parse({
    cartId: cart.id,
    cartVersion: cart.version,
    email: "ann@example.com",
    shipTo: { name: "Ann Buyer", line1: "1 Ledger Lane", city: "Bookton", postcode: "12345", country: "DE" },
    paymentMethod: "pm_card_visa",
    ...changes,
  });
}
