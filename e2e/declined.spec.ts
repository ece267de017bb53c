import { expect, expectPaid, goToReview, payButton, test } from "./fixtures.ts";

test("a declined card keeps the order, and paying again with another card charges once", async ({
  page,
  rows,
  keysSent,
}) => {
  await goToReview(page);
  await page.getByRole("radio", { name: /too little money/ }).check();
  await payButton(page).click();
  await expect(page.locator("form[data-intent]")).toHaveAttribute("data-state", "declined");
  await expect(page.getByText(/No money was taken/).first()).toBeVisible();
  await page.getByRole("link", { name: "Pay with another card" }).click();
  await page.getByRole("radio", { name: /works/ }).check();
  await page.getByRole("button", { name: "Pay €40.00" }).click();
  await expectPaid(page);
  expect(await rows.facts()).toMatchObject({
    orders: 1,
    payments: 2,
    keys: 2,
    ledgerEntries: 2,
    ledgerSum: 0,
  });
  expect(await rows.charges()).toBe(1);
  expect(new Set(keysSent).size).toBe(2);
});
