import { oneOrderPaid } from "../db/testing/facts.ts";
import { expect, expectPaid, fillDetails, goToReview, payButton, test } from "./fixtures.ts";

const onePurchase = { ...oneOrderPaid, orderLines: 1, spentAttempts: 1 };

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the whole purchase works, and F5 on the last page does nothing", async ({ page, rows }) => {
    await goToReview(page);
    await payButton(page).click();
    await expectPaid(page);
    await page.reload();
    await expectPaid(page);
    expect(await rows.facts()).toEqual(onePurchase);
  });

  test("a mistake in the address comes back with every word that was typed", async ({ page, rows }) => {
    await page.goto("/shop/ink-bottle");
    await page.getByRole("button", { name: "Add to cart" }).click();
    await page.getByRole("button", { name: "Checkout" }).click();
    await page.getByLabel("Email address").fill("not an address");
    await page.getByLabel("Full name").fill("Ann Buyer");
    await page.getByRole("button", { name: "Continue to review" }).click();
    await expect(page).toHaveTitle(/^Error: /);
    await expect(page.getByText("There is a problem")).toBeVisible();
    await expect(page.getByLabel("Email address")).toHaveValue("not an address");
    await expect(page.getByLabel("Full name")).toHaveValue("Ann Buyer");
    await fillDetails(page);
    await payButton(page).click();
    await expectPaid(page);
    expect(await rows.facts()).toEqual(onePurchase);
  });

  test("a page that is not there, or not ours, says so in words, and says what happened to the money", async ({
    page,
  }) => {
    for (const path of [
      "/nowhere",
      "/orders/PO-2222-2222",
      `/checkout/${"x".repeat(43)}`,
      "/shop/no-such-thing",
    ]) {
      const answer = await page.goto(path);
      expect(answer?.status(), path).toBe(404);
      await expect(page.getByRole("heading", { name: "We can’t find this page" })).toBeVisible();
      await expect(page.getByText(/Nothing was ordered, charged or changed/)).toBeVisible();
    }
  });

  test("Back and pressing again leads to the order that is there", async ({ page, rows }) => {
    await goToReview(page);
    await payButton(page).click();
    await expectPaid(page);
    const order = page.url();
    await page.goBack();
    if (page.url() !== order) await payButton(page).click();
    await page.waitForURL(order);
    expect(await rows.facts()).toEqual(onePurchase);
  });

  test("a declined card says that no money was taken, and another card pays the same order", async ({
    page,
    rows,
  }) => {
    await goToReview(page);
    await page.getByRole("radio", { name: /declined/ }).check();
    await payButton(page).click();
    await page.waitForURL(/\/orders\/PO-/);
    await expect(page.getByText(/no money was taken/i).first()).toBeVisible();
    await page.getByRole("radio", { name: /works/ }).check();
    await page.getByRole("button", { name: "Pay €40.00" }).click();
    await expectPaid(page);
    expect(await rows.facts()).toMatchObject({ orders: 1, payments: 2, ledgerEntries: 2, ledgerSum: 0 });
    expect(await rows.charges()).toBe(1);
  });
});

test("a press before the scripts have run is a plain post, and one order", async ({ page, rows }) => {
  await goToReview(page);
  // Scripts are on their way and never arrive.
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "script") await route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  await payButton(page).click({ noWaitAfter: true });
  await page.waitForURL(/\/orders\/PO-/, { waitUntil: "commit" });
  expect(new URL(page.url()).search).toBe("");
  expect(await rows.facts()).toMatchObject({ orders: 1, spentAttempts: 1 });
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
