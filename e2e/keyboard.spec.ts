import type { Page } from "@playwright/test";
import { oneOrderPaid } from "../db/testing/facts.ts";
import { expect, expectPaid, test } from "./fixtures.ts";

/** Tabs until the thing with this name has the focus, as somebody without a mouse does. */
async function tabTo(
  page: Page,
  role: "button" | "textbox" | "combobox" | "link",
  name: string | RegExp,
): Promise<void> {
  const target = page.getByRole(role, { name }).first();
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`the keyboard never reached ${role} ${name}`);
}

test("the keyboard alone buys, and always shows where it is", async ({ page, rows }) => {
  await page.goto("/shop/desk-lamp");
  await tabTo(page, "button", "Add to cart");
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle);
  expect(outline).not.toBe("none");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/cart");
  await tabTo(page, "button", "Checkout");
  await page.keyboard.press("Enter");
  const answers: [string, string][] = [
    ["Email address", "ann@example.com"],
    ["Full name", "Ann Buyer"],
    ["Address", "1 Ledger Lane"],
    ["Postcode", "12345"],
    ["Town or city", "Bookton"],
  ];
  for (const [label, text] of answers) {
    await tabTo(page, "textbox", new RegExp(`^${label}`));
    await page.keyboard.type(text);
  }
  await tabTo(page, "combobox", /^Country/);
  await page.keyboard.type("Ger");
  await tabTo(page, "button", "Continue to review");
  await page.keyboard.press("Enter");
  await tabTo(page, "button", /^Place order and pay/);
  await page.keyboard.press("Enter");
  await expectPaid(page);
  expect(await rows.facts()).toEqual({ ...oneOrderPaid, orderLines: 1, spentAttempts: 1 });
});
