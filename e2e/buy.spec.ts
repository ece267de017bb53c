import { oneOrderPaid } from "../db/testing/facts.ts";
import { expect, expectPaid, goToReview, payButton, test } from "./fixtures.ts";

test("a visitor buys a pen and ends on an order page that says paid", async ({ page, rows }) => {
  await goToReview(page);
  await payButton(page).click();
  await expectPaid(page);
  expect(await rows.facts()).toEqual({ ...oneOrderPaid, orderLines: 1, spentAttempts: 1 });
  expect(await rows.charges()).toBe(1);
});
