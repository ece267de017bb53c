import { oneOrderPaid } from "../db/testing/facts.ts";
import { expect, expectPaid, goToReview, payButton, test } from "./fixtures.ts";

const onePurchase = { ...oneOrderPaid, orderLines: 1, spentAttempts: 1 };

test("when the answer is lost on the way, the page asks again with the same key and finds its order", async ({
  page,
  rows,
  fault,
  keysSent,
}) => {
  await goToReview(page);
  // A browser sends a request again by itself, once, when a connection that was used before breaks under it; so one lost
  // answer never reaches the page. Three do.
  await fault({ operation: "orders.place", kind: "drop_response", times: 3 });
  await payButton(page).click();
  await expectPaid(page);
  expect(await rows.facts()).toEqual(onePurchase);
  expect(await rows.charges()).toBe(1);
  expect(keysSent.length).toBeGreaterThan(1);
  expect(new Set(keysSent).size).toBe(1);
});

test("the same holds when the browser itself never sees the answer", async ({ page, rows, keysSent }) => {
  await goToReview(page);
  let lost = 0;
  await page.route("**/api/trpc/orders.place", async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch(); // the server does the work and answers …
    await route.abort("connectionreset"); // … and nobody hears it
  });
  await payButton(page).click();
  await expectPaid(page);
  expect(await rows.facts()).toEqual(onePurchase);
  expect(new Set(keysSent).size).toBe(1);
});

test("when nothing is heard for long, the page says that it does not know, and finds out", async ({
  page,
  rows,
}) => {
  await goToReview(page);
  let open = false;
  await page.route("**/api/trpc/orders.place", async (route) => {
    if (open) return route.continue();
    await route.fetch().catch(() => {});
    await route.abort("connectionreset");
  });
  // The status page leads on to the order as soon as there is one, so what it would say is held back for a look.
  await payButton(page).click();
  await page.waitForURL(/\/(checkout\/[\w-]+\/status|orders\/PO-)/, { timeout: 30_000 });
  await expect(page.getByText(/failed/i)).toHaveCount(0);
  open = true;
  await expectPaid(page);
  expect(await rows.facts()).toEqual(onePurchase);
  expect(await rows.charges()).toBe(1);
});

test("a provider whose answer is lost is asked again, and charges once", async ({ page, rows }) => {
  await goToReview(page);
  await page.getByText("Simulated trouble").click();
  await page.getByRole("radio", { name: /answer.*lost|lost/i }).check();
  await payButton(page).click();
  await expectPaid(page);
  expect(await rows.facts()).toEqual(onePurchase);
  expect(await rows.charges()).toBe(1);
});
