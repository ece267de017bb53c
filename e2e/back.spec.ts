import { oneOrderPaid } from "../db/testing/facts.ts";
import { expect, expectPaid, goToReview, payButton, test } from "./fixtures.ts";

const onePurchase = { ...oneOrderPaid, orderLines: 1, spentAttempts: 1 };

test("Back after paying leads to the order again, not to a second one", async ({ page, rows }) => {
  await goToReview(page);
  await payButton(page).click();
  await expectPaid(page);
  const order = page.url();
  await page.goBack();
  await page.waitForURL(order);
  await expectPaid(page);
  expect(await rows.facts()).toEqual(onePurchase);
});

test("a page that the browser kept from before the order checks itself when it is shown again", async ({
  page,
  context,
  rows,
}) => {
  await goToReview(page);
  const kept = await context.newPage();
  await kept.goto(page.url());
  await payButton(page).click();
  await expectPaid(page);
  // What a restore from the back/forward cache tells a page.
  await kept.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expectPaid(kept);
  expect(await rows.facts()).toEqual(onePurchase);
});

test("Back and forward before paying keep everything, and one order comes out", async ({ page, rows }) => {
  await goToReview(page);
  const review = page.url();
  await page.goBack();
  // A page that is still waking up writes its own history entry, and would cancel a step that is under way.
  await page.waitForFunction(() => {
    const main = document.querySelector("main");
    return main !== null && Object.keys(main).some((name) => name.startsWith("__react"));
  });
  await page.goForward();
  await page.waitForURL(review);
  await payButton(page).click();
  await expectPaid(page);
  expect(await rows.facts()).toEqual(onePurchase);
});

test("the form of a spent checkout, posted again by hand, leads to the order it made", async ({
  page,
  rows,
}) => {
  await goToReview(page);
  const attempt = new URL(page.url()).pathname;
  await payButton(page).click();
  await expectPaid(page);
  const order = page.url();
  const answer = await page.request.post(`/api/forms${attempt}/place`, {
    form: { cartVersion: "2", paymentMethod: "pm_card_visa" },
    headers: { origin: new URL(order).origin },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(303);
  expect(answer.headers().location).toBe(new URL(order).pathname);
  expect(await rows.facts()).toEqual(onePurchase);
});
