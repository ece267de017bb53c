// What every story starts from: a browser context that is a visitor of its own, the rows of that visitor, and the
// provider's own book. Assertions end in rows.
import { createHash } from "node:crypto";
import { test as base, expect, type Page } from "@playwright/test";
import postgres from "postgres";
import { type Facts, factsOf } from "../db/testing/facts.ts";

const url = (name: string) => process.env[name] ?? "";

export type Rows = {
  /** The visitor behind this page's cookie. */
  accountId(): Promise<string>;
  /** Everything that belongs to the visitor, counted. */
  facts(): Promise<Facts>;
  /** Successful charges for the visitor's orders, in the provider's own book. */
  charges(): Promise<number>;
  sql: postgres.Sql;
};

export type Fault = { operation: string; kind: "drop_response" | "delay"; times?: number; delayMs?: number };

type Fixtures = {
  rows: Rows;
  /** Plants a fault for this visitor; needs an account, so put something into the cart first. */
  fault: (fault: Fault) => Promise<void>;
  /** How many planted faults have not happened yet. */
  faultsLeft: () => Promise<number>;
  /** Every `Idempotency-Key` that left this page, in order. */
  keysSent: string[];
};

export const test = base.extend<Fixtures, { sql: postgres.Sql }>({
  sql: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const sql = postgres(url("STORIES_DATABASE_URL"), { max: 2, onnotice: () => {} });
      await use(sql);
      await sql.end();
    },
    { scope: "worker" },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  baseURL: async ({}, use) => use(url("STORIES_BASE_URL")),
  page: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
    page.on("console", (message) => {
      // A refused or broken request is logged by the browser itself; stories make those on purpose.
      if (message.type() === "error" && !/Failed to load resource/.test(message.text()))
        complaints.push(message.text());
    });
    await use(page);
    expect(complaints, "the page complained").toEqual([]);
  },
  rows: async ({ page, sql }, use) => {
    const accountId = async () => {
      const cookie = (await page.context().cookies()).find(({ name }) => name === "paid_once_session");
      const hash = createHash("sha256")
        .update(cookie?.value ?? "")
        .digest();
      const [row] = await sql`select account_id from sessions where token_hash = ${hash}`;
      return row?.account_id as string;
    };
    await use({
      accountId,
      sql,
      facts: async () => factsOf({ sql }, await accountId()),
      charges: () => chargesOf(sql, accountId),
    });
  },
  fault: async ({ page }, use) => {
    await use(async (fault) => {
      const status = await page.evaluate(async (body) => {
        const headers = { "content-type": "application/json" };
        return (await fetch("/api/lab/faults", { method: "POST", headers, body: JSON.stringify(body) }))
          .status;
      }, fault);
      expect(status).toBe(204);
    });
  },
  faultsLeft: async ({ page }, use) => {
    await use(async () => {
      const answer = await page.request.get("/api/lab/faults");
      return ((await answer.json()) as { items: unknown[] }).items.length;
    });
  },
  keysSent: async ({ page }, use) => {
    const keys: string[] = [];
    page.on("request", (request) => {
      const key = request.headers()["idempotency-key"];
      if (key !== undefined) keys.push(key);
    });
    await use(keys);
  },
});

export { expect };

async function chargesOf(sql: postgres.Sql, accountId: () => Promise<string>): Promise<number> {
  const orders = await sql`select id from orders where account_id = ${await accountId()}`;
  const ids = new Set(orders.map(({ id }) => id as string));
  const answer = await fetch(`${url("STORIES_PROVIDER_URL")}/v1/charges?limit=100`, {
    headers: { authorization: "Bearer sk_test_stories" },
  });
  const { data } = (await answer.json()) as { data: { status: string; metadata: { order_id?: string } }[] };
  return data.filter((charge) => charge.status === "succeeded" && ids.has(charge.metadata.order_id ?? ""))
    .length;
}

/** From the shop to the page that can charge. */
export async function goToReview(page: Page, sku = "fountain-pen"): Promise<void> {
  await page.goto(`/shop/${sku}`);
  await page.getByRole("button", { name: "Add to cart" }).click();
  await page.getByRole("button", { name: "Checkout" }).click();
  await fillDetails(page);
}

export async function fillDetails(page: Page): Promise<void> {
  await page.getByLabel("Email address").fill("ann@example.com");
  await page.getByLabel("Full name").fill("Ann Buyer");
  await page
    .getByLabel(/^Address/)
    .first()
    .fill("1 Ledger Lane");
  await page.getByLabel("Town or city").fill("Bookton");
  await page.getByLabel("Postcode").fill("12345");
  await page.getByLabel("Country").selectOption("DE");
  await page.getByRole("button", { name: "Continue to review" }).click();
  await expect(payButton(page)).toBeVisible();
}

export function payButton(page: Page) {
  return page.getByRole("button", { name: /^Place order and pay/ });
}

/** The order page of a purchase that went through. */
export async function expectPaid(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/orders\/PO-/, { timeout: 40_000 });
  await expect(page.getByRole("heading", { name: /order is paid/i })).toBeVisible();
  await expect(page.getByText("paid", { exact: true }).first()).toBeVisible();
}

/**
 * Presses the button the moment it can be pressed. A tab that has left for the order, or goes on by itself with what
 * another tab began, needs no press.
 */
export async function pressIfThere(page: Page): Promise<void> {
  const press = () =>
    document.querySelector<HTMLButtonElement>("form[data-intent] button[type=submit]")?.click();
  await page.evaluate(press).catch((error: Error) => {
    if (!/context was destroyed|navigation/i.test(error.message)) throw error;
  });
}
