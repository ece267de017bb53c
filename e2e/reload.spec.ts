import { oneOrderPaid } from "../db/testing/facts.ts";
import { expect, expectPaid, goToReview, payButton, test } from "./fixtures.ts";

const onePurchase = { ...oneOrderPaid, orderLines: 1, spentAttempts: 1 };

test("a reload before anything was sent goes on with the same key", async ({ page, rows, keysSent }) => {
  await goToReview(page);
  let reloaded = false;
  await page.route("**/api/trpc/orders.place", async (route) => {
    if (reloaded) await route.continue(); // before it, the request hangs and dies with the page
  });
  await payButton(page).click();
  await expect(page.locator("form[data-intent]")).toHaveAttribute("data-state", "submitting");
  reloaded = true;
  await page.reload();
  await expectPaid(page);
  expect(await rows.facts()).toEqual(onePurchase);
  expect(keysSent.length).toBeGreaterThan(1);
  expect(new Set(keysSent).size).toBe(1);
});

test("a reload after the commit, before the answer, lands on the order", async ({ page, rows, fault }) => {
  await goToReview(page);
  await fault({ operation: "orders.place", kind: "delay", delayMs: 8_000 });
  await payButton(page).click();
  await expect.poll(async () => (await rows.facts()).orders).toBe(1);
  await page.reload();
  await expectPaid(page);
  expect(await rows.facts()).toEqual(onePurchase);
  expect(await rows.charges()).toBe(1);
});

test("reloading the order page does nothing at all", async ({ page, rows }) => {
  await goToReview(page);
  await payButton(page).click();
  await expectPaid(page);
  const before = await rows.facts();
  await page.reload();
  await page.reload();
  await expectPaid(page);
  expect(await rows.facts()).toEqual(before);
});
