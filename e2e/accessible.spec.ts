import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, expectPaid, goToReview, payButton, test } from "./fixtures.ts";

async function isAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${page.url()} ${id}: ${nodes[0]?.html}`);
  expect(found).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0);
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1280, 320]) {
    test(`every page is accessible and fits, ${colorScheme} at ${width} pixels`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      for (const path of [
        "/",
        "/shop",
        "/shop/fountain-pen",
        "/cart",
        "/orders",
        "/sign-in",
        "/problems",
        "/problems/key-reused",
        "/nowhere",
      ]) {
        await page.goto(path);
        await isAccessible(page);
      }
      await goToReview(page);
      await isAccessible(page);
      await page.goto(`${page.url()}?step=details`);
      await isAccessible(page);
      await page.getByLabel("Email address").fill("");
      await page.getByRole("button", { name: "Continue to review" }).click();
      await expect(page.getByText("There is a problem")).toBeVisible();
      await isAccessible(page);
      await page.getByLabel("Email address").fill("ann@example.com");
      await page.getByRole("button", { name: "Continue to review" }).click();
      await page.getByRole("radio", { name: /too little money/ }).check();
      await payButton(page).click();
      await expect(page.locator("form[data-intent]")).toHaveAttribute("data-state", "declined");
      await isAccessible(page);
      await page.getByRole("link", { name: "Pay with another card" }).click();
      await expect(page.getByRole("button", { name: "Pay €40.00" })).toBeVisible();
      await isAccessible(page);
      await page.getByRole("button", { name: "Pay €40.00" }).click();
      await expect(page.getByRole("button", { name: "Pay €40.00" })).toHaveCount(0);
      await expectPaid(page);
      await isAccessible(page);
      await page.goto("/orders");
      await isAccessible(page);
    });
  }
}
