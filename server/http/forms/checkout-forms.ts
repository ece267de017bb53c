import { type Context, Hono } from "hono";
import { findAttempt } from "../../checkout/find-attempt.ts";
import { saveDetails } from "../../checkout/save-details.ts";
import { startAttempt } from "../../checkout/start-attempt.ts";
import { readBody } from "../../domain/answers.ts";
import { DomainError, type ProblemCode } from "../../domain/errors.ts";
import {
  attemptSchema,
  detailsSchema,
  idSchema,
  paymentMethodSchema,
  placeOrderSchema,
} from "../../domain/inputs.ts";
import type { Outcome } from "../../idempotency/index.ts";
import { parseKey } from "../../idempotency/index.ts";
import { getOrder } from "../../orders/get-order.ts";
import { placeAndPay } from "../../orders/place-and-pay.ts";
import { payAgain } from "../../payments/pay-again.ts";
import type { Runtime } from "../../runtime.ts";
import type { ApiEnv } from "../api.ts";
import { problemOf } from "../error-map.ts";
import { waitMaxMs } from "../prefer.ts";
import { requireCaller } from "../request-context.ts";
import { readForm } from "./read-form.ts";
import { seeOther } from "./see-other.ts";

export function checkoutForms({ db, desk }: Runtime): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();

  app.post("/checkout", async (c) => {
    c.get("context").line.operation = "checkout.start";
    const { accountId } = requireCaller(c.get("context"));
    const cartId = idSchema.parse((await readForm(c)).cartId);
    try {
      return seeOther(c, `/checkout/${await startAttempt(db, accountId, cartId)}`);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.code === "cart-already-ordered") return toOrder(c, orderIdIn(error));
      return seeOther(c, "/cart");
    }
  });

  app.post("/checkout/:attempt/details", async (c) => {
    c.get("context").line.operation = "checkout.saveDetails";
    const { accountId } = requireCaller(c.get("context"));
    const attempt = attemptParam(c);
    const typed = await readForm(c);
    await saveDetails(db, accountId, attempt, typed);
    const step = detailsSchema.safeParse(kept(typed)).success ? "" : "?step=details";
    return seeOther(c, `/checkout/${attempt}${step}`);
  });

  app.post("/checkout/:attempt/place", async (c) => {
    const context = c.get("context");
    context.line.operation = "orders.place";
    const { accountId } = requireCaller(context);
    const attempt = attemptParam(c);
    const form = await readForm(c);
    const { cart, details, order } = await findAttempt(db, accountId, attempt);
    // A spent token leads to the order it made, never to an error page.
    if (order) return seeOther(c, `/orders/${order.reference}`);
    const parsed = detailsSchema.safeParse(kept(details));
    if (!parsed.success) return seeOther(c, `/checkout/${attempt}?step=details`);
    const { email, ...shipTo } = parsed.data;
    const input = placeOrderSchema.safeParse({
      cartId: cart.id,
      cartVersion: Number(form.cartVersion),
      email,
      shipTo,
      paymentMethod: form.paymentMethod,
      attempt,
    });
    if (!input.success) return seeOther(c, `/checkout/${attempt}?problem=invalid-input`);
    // A form cannot set a header; its attempt names the intent. A scripted page sends its own key along.
    const key = form.key ? parseKey(form.key) : `attempt:${attempt}`;
    return answerForm(c, `/checkout/${attempt}`, () =>
      placeAndPay(desk, { accountId, key, input: input.data }, waitMaxMs),
    );
  });

  app.post("/orders/:reference/pay", async (c) => {
    const context = c.get("context");
    context.line.operation = "payments.payAgain";
    const caller = requireCaller(context);
    const form = await readForm(c);
    const order = await getOrder(db, { ...caller, role: "shopper" }, { reference: c.req.param("reference") });
    const page = `/orders/${order.reference}`;
    const method = paymentMethodSchema.safeParse(form.paymentMethod);
    if (!method.success) return seeOther(c, `${page}?problem=invalid-input`);
    // The declined payment names the intent "pay again after this one", so a second press is the same intent.
    const key = form.key ? parseKey(form.key) : `after:${order.payment.id}`;
    return answerForm(c, page, () =>
      payAgain(desk, { accountId: caller.accountId, key, order, paymentMethod: method.data }, waitMaxMs),
    );
  });
  return app;

  async function answerForm(
    c: Context<ApiEnv>,
    page: string,
    run: () => Promise<Outcome>,
  ): Promise<Response> {
    const { line } = c.get("context");
    try {
      const outcome = await run();
      line.replayed = outcome.kind === "replayed";
      line.outcome = `${outcome.answer.status} ${outcome.kind}`;
      const body = readBody(outcome.answer) as { reference?: string; type: string };
      if (body.reference) return seeOther(c, `/orders/${body.reference}`);
      return seeOther(c, `${page}?problem=${body.type.replace("/problems/", "")}`);
    } catch (error) {
      const { code } = problemOf(error, c.get("requestId"));
      line.outcome = code;
      if (code === "cart-already-ordered") return toOrder(c, orderIdIn(error));
      if (code === "internal") throw error;
      return seeOther(c, waits.has(code) ? statusPageOf(page) : `${page}?problem=${code}`);
    }
  }

  async function toOrder(c: Context<ApiEnv>, orderId: string): Promise<Response> {
    const order = await getOrder(db, requireCaller(c.get("context")), { id: orderId });
    return seeOther(c, `/orders/${order.reference}`);
  }
}

/** What is not known yet has a page of its own, which asks again by itself. */
const waits: ReadonlySet<ProblemCode> = new Set(["key-in-flight", "unavailable"]);

function statusPageOf(page: string): string {
  return page.startsWith("/checkout/") ? `${page}/status` : page;
}

function orderIdIn(error: unknown): string {
  return error instanceof DomainError ? String(error.facts.orderId) : "";
}

function attemptParam(c: Context<ApiEnv>): string {
  const parsed = attemptSchema.safeParse(c.req.param("attempt"));
  if (!parsed.success) throw new DomainError("not-found");
  return parsed.data;
}

/** Only the fields of the details form; a browser may send a button's name along. */
function kept(typed: Readonly<Record<string, string>>): Record<string, string | undefined> {
  const { email, name, line1, line2, city, postcode, country } = typed;
  return { email, name, line1, line2, city, postcode, country };
}
