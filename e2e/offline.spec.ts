import { oneOrderPaid } from "../db/testing/facts.ts";
import { expect, expectPaid, goToReview, payButton, pressIfThere, test } from "./fixtures.ts";

const onePurchase = { ...oneOrderPaid, orderLines: 1, spentAttempts: 1 };

test("an order pressed offline is kept, and sent when the network is back", async ({
  page,
  context,
  rows,
  keysSent,
}) => {
  await goToReview(page);
  await context.setOffline(true);
  await payButton(page).click();
  await expect(page.locator("form[data-intent]")).toHaveAttribute("data-state", "queued");
  expect((await rows.facts()).orders).toBe(0);
  await context.setOffline(false);
  await expectPaid(page);
  expect(await rows.facts()).toEqual(onePurchase);
  expect(new Set(keysSent).size).toBe(1);
});

test("an order pressed offline survives the page being closed, and is sent once by two tabs that come back", async ({
  page,
  context,
  rows,
}) => {
  await goToReview(page);
  const review = page.url();
  await context.setOffline(true);
  await payButton(page).click();
  await expect(page.locator("form[data-intent]")).toHaveAttribute("data-state", "queued");
  await page.close();
  await context.setOffline(false);
  const [one, two] = [await context.newPage(), await context.newPage()];
  // Each page leaves for the order as soon as it runs, so nobody waits here for it to finish loading.
  await Promise.all([one, two].map((tab) => tab.goto(review, { waitUntil: "commit" })));
  await expect.poll(async () => (await rows.facts()).orders).toBe(1);
  // A tab that came back after the other one had its answer has nothing left to send; a press leads it to the order.
  await Promise.all([one, two].map((tab) => tab.waitForLoadState("domcontentloaded")));
  await Promise.all([pressIfThere(one), pressIfThere(two)]);
  await Promise.all([expectPaid(one), expectPaid(two)]);
  expect(one.url()).toBe(two.url());
  expect(await rows.facts()).toEqual(onePurchase);
  expect(await rows.charges()).toBe(1);
});
