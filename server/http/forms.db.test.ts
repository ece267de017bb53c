import { describe, expect, it } from "vitest";
import { factsOf, nothing, oneOrderPaid } from "../../db/testing/facts.ts";
import { findCallerBySession } from "../accounts/authenticate.ts";
import { origin, startTestShop } from "../testing/test-shop.ts";

const shop = await startTestShop();

/** A browser without JavaScript: keeps its cookie, posts forms from our own pages. */
function visitor() {
  let cookie = "";
  const post = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const answer = await shop.api(
      new Request(`${origin}${path}`, {
        method: "POST",
        headers: {
          host: "shop.test",
          origin,
          "sec-fetch-site": "same-origin",
          ...(cookie ? { cookie } : {}),
          ...headers,
        },
        body: new URLSearchParams(fields),
      }),
    );
    const set = answer.headers.get("set-cookie");
    if (set?.startsWith("paid_once_session=")) cookie = set.split(";", 1)[0] ?? "";
    return { status: answer.status, location: answer.headers.get("location") ?? "", setCookie: set };
  };
  const caller = async () => findCallerBySession(shop.db, cookie.split("=")[1] ?? "");
  const accountId = async () => (await caller())?.accountId ?? "";
  const cartId = async () =>
    (
      await shop.db.sql`select id from carts where account_id = ${await accountId()} order by id desc limit 1`
    )[0]?.id;
  return { post, caller, accountId, cartId, cookie: () => cookie };
}

const details = {
  email: "ann@example.com",
  name: "Ann Buyer",
  line1: "1 Ledger Lane",
  line2: "",
  city: "Bookton",
  postcode: "12345",
  country: "DE",
};

async function atReview() {
  const ann = visitor();
  await ann.post("/api/forms/cart-lines", { sku: "fountain-pen", quantity: "1" });
  const { location } = await ann.post("/api/forms/checkout", { cartId: await ann.cartId() });
  await ann.post(`/api/forms${location}/details`, details);
  return { ann, page: location };
}

const pay = { cartVersion: "2", paymentMethod: "pm_card_visa" };

describe("forms without JavaScript", () => {
  it("buys, and every answer is a 303 to a page", async () => {
    const { ann, page } = await atReview();
    expect(page).toMatch(/^\/checkout\/[\w-]{43}$/);
    const placed = await ann.post(`/api/forms${page}/place`, pay);
    expect(placed.status).toBe(303);
    expect(placed.location).toMatch(/^\/orders\/PO-/);
    const facts = await factsOf(shop.db, await ann.accountId());
    expect(facts).toEqual({ ...oneOrderPaid, orderLines: 1, spentAttempts: 1 });
  });

  it("leads a second post of the form, and a second attempt of the cart, to the same order", async () => {
    const { ann, page } = await atReview();
    const second = await ann.post("/api/forms/checkout", { cartId: await ann.cartId() });
    await ann.post(`/api/forms${second.location}/details`, details);
    const first = await ann.post(`/api/forms${page}/place`, pay);
    const again = await ann.post(`/api/forms${page}/place`, pay);
    const other = await ann.post(`/api/forms${second.location}/place`, pay);
    const restart = await ann.post("/api/forms/checkout", { cartId: await ann.cartId() });
    expect([again, other, restart].map(({ location }) => location)).toEqual(Array(3).fill(first.location));
    expect((await factsOf(shop.db, await ann.accountId())).orders).toBe(1);
  });

  it("tells a person in words what a program is told in JSON, and never asks for an address twice", async () => {
    const { ann, page } = await atReview();
    const stranger = visitor();
    await stranger.post("/api/forms/cart-lines", { sku: "ink-bottle", quantity: "1" });
    const told = await stranger.post(`/api/forms${page}/place`, pay, { accept: "text/html" });
    expect(told).toMatchObject({ status: 303, location: "/problems/not-found" });
    const second = await ann.post("/api/forms/checkout", { cartId: await ann.cartId() });
    const [row] = await shop.db.sql`
      select details from checkout_attempts where account_id = ${await ann.accountId()} order by created_at desc limit 1`;
    expect(second.location).not.toBe(page);
    expect(row?.details).toMatchObject({ email: details.email, city: details.city });
  });

  it("makes one order from two posts at once", async () => {
    const { ann, page } = await atReview();
    const answers = await Promise.all([1, 2, 3].map(() => ann.post(`/api/forms${page}/place`, pay)));
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
    expect(await factsOf(shop.db, await ann.accountId())).toMatchObject(oneOrderPaid);
  });

  it("keeps what was typed when it is not valid, and comes back to the form", async () => {
    const { ann, page } = await atReview();
    const answer = await ann.post(`/api/forms${page}/details`, { ...details, email: "not an address" });
    expect(answer.location).toBe(`${page}?step=details`);
    const [row] = await shop.db
      .sql`select details from checkout_attempts where account_id = ${await ann.accountId()}`;
    expect(row?.details).toMatchObject({ email: "not an address", city: "Bookton" });
    const placed = await ann.post(`/api/forms${page}/place`, pay);
    expect(placed.location).toBe(`${page}?step=details`);
    expect((await factsOf(shop.db, await ann.accountId())).orders).toBe(0);
  });

  it("tells a cart that changed in another tab, and charges nothing", async () => {
    const { ann, page } = await atReview();
    await ann.post("/api/forms/cart-lines", { sku: "fountain-pen", quantity: "5" });
    const answer = await ann.post(`/api/forms${page}/place`, pay);
    expect(answer.location).toBe(`${page}?problem=cart-changed`);
    expect(await factsOf(shop.db, await ann.accountId())).toEqual(nothing);
    const afterwards = await ann.post(`/api/forms${page}/place`, { ...pay, cartVersion: "3" });
    expect(afterwards.location).toMatch(/^\/orders\//);
  });

  it("shows a declined order with its own page, and takes another card there", async () => {
    const { ann, page } = await atReview();
    const declined = await ann.post(`/api/forms${page}/place`, {
      ...pay,
      paymentMethod: "pm_card_visa_chargeDeclined",
    });
    expect(declined.location).toMatch(/^\/orders\/PO-/);
    const reference = declined.location.replace("/orders/", "");
    const paid = await ann.post(`/api/forms/orders/${reference}/pay`, { paymentMethod: "pm_card_visa" });
    expect(paid.location).toBe(declined.location);
    const facts = await factsOf(shop.db, await ann.accountId());
    expect(facts).toMatchObject({ orders: 1, payments: 2, ledgerEntries: 2, ledgerSum: 0 });
  });

  it("never creates an account, a cart or an attempt for a GET", async () => {
    const before = await shop.db.sql`select count(*) from accounts`;
    for (const path of [
      "/api/forms/checkout",
      "/api/forms/cart-lines",
      "/api/v1/products",
      "/api/v1/orders",
    ]) {
      const answer = await shop.api(new Request(`${origin}${path}`, { headers: { host: "shop.test" } }));
      expect(answer.headers.get("set-cookie")).toBeNull();
    }
    expect(await shop.db.sql`select count(*) from accounts`).toEqual(before);
  });

  const badForms: [string, Record<string, string>, string][] = [
    ["a quantity of zero", { sku: "fountain-pen", quantity: "0" }, "/shop/fountain-pen?problem=quantity"],
    [
      "a quantity of a thousand million",
      { sku: "fountain-pen", quantity: "1000000000" },
      "/shop/fountain-pen?problem=quantity",
    ],
    ["a quantity of words", { sku: "fountain-pen", quantity: "two" }, "/shop/fountain-pen?problem=quantity"],
  ];
  it.each(badForms)("comes back to the product for %s", async (_, fields, location) => {
    expect(await visitor().post("/api/forms/cart-lines", fields)).toMatchObject({ status: 303, location });
  });
});

describe("cross-site writes", () => {
  const strangers: [string, Record<string, string>][] = [
    ["another origin", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["origin null", { origin: "null", "sec-fetch-site": "same-origin" }],
    ["a sister site", { origin: "https://other.shop.test", "sec-fetch-site": "same-site" }],
    [
      "another origin in a browser without Sec-Fetch-Site",
      { origin: "https://evil.example", "sec-fetch-site": "" },
    ],
  ];
  it.each(strangers)("refuses a post from %s", async (_, headers) => {
    const { ann, page } = await atReview();
    expect((await ann.post(`/api/forms${page}/place`, pay, headers)).status).toBe(403);
    expect((await factsOf(shop.db, await ann.accountId())).orders).toBe(0);
  });

  it("refuses a cookie without any sign of where the request comes from", async () => {
    const { ann, page } = await atReview();
    const answer = await shop.api(
      new Request(`${origin}/api/forms${page}/place`, {
        method: "POST",
        headers: { host: "shop.test", cookie: ann.cookie() },
        body: new URLSearchParams(pay),
      }),
    );
    expect(answer.status).toBe(403);
  });

  it("answers another visitor's attempt like one that does not exist, and does not spend it", async () => {
    const { ann, page } = await atReview();
    const mallory = visitor();
    await mallory.post("/api/forms/cart-lines", { sku: "ink-bottle", quantity: "1" });
    const foreign = await mallory.post(`/api/forms${page}/place`, pay);
    const missing = await mallory.post(`/api/forms/checkout/${"x".repeat(43)}/place`, pay);
    expect(foreign).toEqual(missing);
    expect(foreign.status).toBe(404);
    expect((await ann.post(`/api/forms${page}/place`, pay)).location).toMatch(/^\/orders\//);
  });
});

describe("sessions", () => {
  it("sets a cookie that scripts and other sites cannot use, and keeps only its hash", async () => {
    const ann = visitor();
    const { setCookie } = await ann.post("/api/forms/cart-lines", { sku: "fountain-pen", quantity: "1" });
    expect(setCookie).toMatch(/; HttpOnly; SameSite=Lax; /);
    expect(setCookie).not.toContain("Secure");
    const token = ann.cookie().split("=")[1] ?? "";
    const rows = await shop.db.sql`select encode(token_hash, 'escape') as kept from sessions`;
    expect(rows.some(({ kept }) => kept === token)).toBe(false);
    const secure = await visitor().post(
      "/api/forms/cart-lines",
      { sku: "fountain-pen", quantity: "1" },
      { "x-forwarded-proto": "https" },
    );
    expect(secure.setCookie).toMatch(/^__Host-paid_once_session=.*; Secure$/);
  });

  it("starts a new session when somebody signs in, and the old cookie is dead", async () => {
    const ann = visitor();
    await ann.post("/api/forms/cart-lines", { sku: "fountain-pen", quantity: "1" });
    const planted = ann.cookie().split("=")[1] ?? "";
    const { apiKey, accountId } = await shop.makeCaller("operator");
    expect((await ann.post("/api/forms/session", { key: apiKey, back: "/orders" })).location).toBe("/orders");
    expect(await ann.caller()).toEqual({ accountId, role: "operator" });
    expect(await findCallerBySession(shop.db, planted)).toBeUndefined();
    const signedIn = ann.cookie().split("=")[1] ?? "";
    await ann.post("/api/forms/session/end", {});
    expect(await findCallerBySession(shop.db, signedIn)).toBeUndefined();
  });

  it("only ever goes back to a path of this site", async () => {
    const { apiKey } = await shop.makeCaller();
    for (const back of ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"]) {
      expect((await visitor().post("/api/forms/session", { key: apiKey, back })).location).toBe("/");
    }
  });
});
