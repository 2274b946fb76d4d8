import { expect, test } from "@playwright/test";
import { newInvoice } from "./new-invoice";

const IN_USDT = { to_currency: "USDT", network: "bsc" };

test("a whole payment by keyboard alone", async ({ page }) => {
  await page.goto((await newInvoice()).url);
  await page.locator("#coins button").first().focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Send exactly");
  await page.locator("#tab-uri").focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("img", { name: "QR code of the address" })).toBeVisible();
  await page.getByRole("button", { name: "Pay exactly" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paid. Thank you!");
});

test("the clock counts down silently, and is announced in the last tenth", async ({ page }) => {
  await page.clock.install();
  await page.goto((await newInvoice(IN_USDT)).url);
  await page.route(/\/state\?/, (route) => route.abort());
  await page.clock.runFor(60_000);
  await expect(page.locator("#clock")).toHaveText(/^5[89]:[0-5][0-9]$/);
  await expect(page.locator("#time")).not.toHaveClass(/soon/);
  await page.clock.fastForward(55 * 60_000);
  await expect(page.locator("#time")).toHaveClass(/soon/);
  await expect(page.locator("#spoken")).toHaveText(/^Pay soon/);
});

test("nothing is cut off or wider than the screen at 320 pixels and at 200 % zoom", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const fields of [{}, IN_USDT]) {
    await page.goto((await newInvoice(fields)).url);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  }
});
