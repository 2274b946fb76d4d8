import { expect } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { hydrated } from "../hydrated";
import { test } from "./session";

test("the form shows a preview of the payment page, and never an outdated one", async ({ asMerchant: page }) => {
  await page.goto("/invoices/new");
  const amount = page.getByLabel("Amount");
  const title = "Payment page preview";
  const shown = page.frameLocator(`iframe[title="${title}"]`);
  await hydrated(amount);
  await amount.fill("20");
  await expect(shown.getByRole("heading", { level: 1 })).toContainText("20");
  await page.getByLabel("Paid with").selectOption("USDT");
  await page.getByLabel("Network").selectOption("bsc");
  await expect(shown.getByRole("heading", { level: 1 })).toContainText(/Send exactly\W+20\W+USDT/);
  await page.getByLabel("Language of the preview").selectOption("de");
  await expect(shown.locator("html")).toHaveAttribute("lang", "de");
  await expectAccessible(page);

  await amount.fill("0.0001");
  await expect(page.getByText(/The minimum is [\d.]+ USDT/).first()).toBeVisible();
  await expect(page.getByTitle(title)).toHaveCount(0);
  // The next response is held back: an outdated one must not be shown meanwhile.
  await page.route("**/api/invoices/preview", () => undefined);
  await amount.fill("21");
  await expect(page.getByRole("status", { name: "Loading the preview" })).toBeVisible();
  await expect(page.getByTitle(title)).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText("Payer's view")).toHaveCount(0);
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("Payer's view")).toBeVisible();
});
