import { oneOrderPaid } from "../db/testing/facts.ts";
import { expect, expectPaid, goToReview, payButton, test } from "./fixtures.ts";

const onePurchase = { ...oneOrderPaid, orderLines: 1, spentAttempts: 1 };

test("when the answer is lost on the way, the same request goes out again and finds its order", async ({
  page,
  rows,
  fault,
  faultsLeft,
  keysSent,
}) => {
  await goToReview(page);
  await fault({ operation: "orders.place", kind: "drop_response" });
  await payButton(page).click();
  await expectPaid(page);
  expect(await rows.facts()).toEqual(onePurchase);
  expect(await rows.charges()).toBe(1);
  // Whoever sent it again, the page or the browser by itself (it does so, once, when a used connection breaks).
  expect(await faultsLeft()).toBe(0);
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
