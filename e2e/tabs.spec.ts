import type { Page } from "@playwright/test";
import { oneOrderPaid } from "../db/testing/facts.ts";
import { expect, expectPaid, goToReview, payButton, pressIfThere, test } from "./fixtures.ts";

const onePurchase = { ...oneOrderPaid, orderLines: 1, spentAttempts: 1 };

async function newAttempt(page: Page): Promise<void> {
  await page.goto("/cart");
  await page.getByRole("button", { name: "Checkout" }).click();
  // Nobody types an address twice.
  await expect(payButton(page)).toBeVisible();
}

test("the same checkout in two tabs, paid in both at once, is one order", async ({ page, context, rows }) => {
  await goToReview(page);
  const twin = await context.newPage();
  await twin.goto(page.url());
  await Promise.all([pressIfThere(page), pressIfThere(twin)]);
  await Promise.all([expectPaid(page), expectPaid(twin)]);
  expect(page.url()).toBe(twin.url());
  expect(await rows.facts()).toEqual(onePurchase);
  expect(await rows.charges()).toBe(1);
});

test("two checkouts of one cart are one order, and the second tab is shown it", async ({
  page,
  context,
  rows,
}) => {
  await goToReview(page);
  const other = await context.newPage();
  await newAttempt(other);
  expect(other.url()).not.toBe(page.url());
  await Promise.all([pressIfThere(page), pressIfThere(other)]);
  await Promise.all([expectPaid(page), expectPaid(other)]);
  expect(page.url()).toBe(other.url());
  expect(await rows.facts()).toEqual(onePurchase);
});

test("a tab whose cart was changed in another tab is told so, is not charged, and can go on", async ({
  page,
  context,
  rows,
}) => {
  await goToReview(page);
  const other = await context.newPage();
  await other.goto("/shop/fountain-pen");
  await other.getByLabel("Quantity").fill("3");
  await other.getByRole("button", { name: "Update cart" }).click();
  await other.waitForURL("**/cart");
  await payButton(page).click();
  const form = page.locator("form[data-intent]");
  await expect(form).toHaveAttribute("data-state", "conflict");
  await expect(page.getByText("€120.00").first()).toBeVisible();
  expect((await rows.facts()).orders).toBe(0);
  await page.getByRole("link", { name: "Review your order again" }).click();
  await expect(payButton(page)).toHaveText(/€120\.00/);
  await payButton(page).click();
  await expectPaid(page);
  expect(await rows.facts()).toEqual(onePurchase);
});

test("a tab hears that its cart was ordered next door", async ({ page, context }) => {
  await goToReview(page);
  const other = await context.newPage();
  await newAttempt(other);
  await payButton(page).click();
  await expectPaid(page);
  await expect(other.getByText("This cart was ordered in another tab.").first()).toBeVisible();
});
