import { redirect } from "next/navigation";
import { cache } from "react";
import { orNotFound, readAsVisitor } from "@/app/_server/read";

/** The checkout behind a token, read once for a request. Another account's token is "not found", like one that never was. */
export const readCheckout = cache(async (attempt: string) => {
  const caller = await readAsVisitor();
  return orNotFound(caller.carts.attempt({ attempt }));
});

/** As `readCheckout`; a checkout that is an order by now leads there. */
export async function readOpenCheckout(attempt: string) {
  const { order, ...checkout } = await readCheckout(attempt);
  if (order) redirect(`/orders/${order.reference}`);
  return checkout;
}
