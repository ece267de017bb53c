import { oneOrderPaid } from "../db/testing/facts.ts";
import { expect, expectPaid, goToReview, payButton, test } from "./fixtures.ts";

const onePurchase = { ...oneOrderPaid, orderLines: 1, spentAttempts: 1 };

test("two clicks in one task are one request and one order", async ({ page, rows, keysSent }) => {
  await goToReview(page);
  await payButton(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expectPaid(page);
  expect(await rows.facts()).toEqual(onePurchase);
  expect(await rows.charges()).toBe(1);
  expect(keysSent).toHaveLength(1);
});

test("an impatient buyer clicks four times while the answer takes four seconds, and orders once", async ({
  page,
  rows,
  fault,
  keysSent,
}) => {
  await goToReview(page);
  await fault({ operation: "orders.place", kind: "delay", delayMs: 4_000 });
  const form = page.locator("form[data-intent]");
  // The clicks are timed inside the page, so that no tool waits for the button to become quiet.
  await payButton(page).evaluate((button: HTMLButtonElement) => {
    for (const at of [0, 200, 1_200, 2_400]) setTimeout(() => button.click(), at);
  });
  await expect(form).toHaveAttribute("data-state", "submitting");
  await expect(page.getByText("Placing your order…").first()).toBeVisible();
  // The button keeps its place in the page and in the tab order while it waits.
  const waiting = page.getByRole("button", { name: "Placing your order…" });
  await expect(waiting).toHaveAttribute("aria-disabled", "true");
  await expect(waiting).toBeEnabled({ enabled: false });
  expect(await waiting.evaluate((button: HTMLButtonElement) => button.disabled)).toBe(false);
  await expectPaid(page);
  expect(await rows.facts()).toEqual(onePurchase);
  expect(await rows.charges()).toBe(1);
  expect(new Set(keysSent).size).toBe(1);
});

test("Enter and a click together are one order", async ({ page, rows, fault }) => {
  await goToReview(page);
  // Time for the click to come while the answer is on its way.
  await fault({ operation: "orders.place", kind: "delay", delayMs: 2_000 });
  const button = await payButton(page).elementHandle();
  await button?.focus();
  await page.keyboard.press("Enter");
  await button?.evaluate((it) => (it as HTMLButtonElement).click());
  await expectPaid(page);
  expect(await rows.facts()).toEqual(onePurchase);
});

test("a form that is submitted twice by a script is one order", async ({ page, rows }) => {
  await goToReview(page);
  await page.locator("form[data-intent]").evaluate((form: HTMLFormElement) => {
    form.requestSubmit();
    form.requestSubmit();
  });
  await expectPaid(page);
  expect(await rows.facts()).toEqual(onePurchase);
});
