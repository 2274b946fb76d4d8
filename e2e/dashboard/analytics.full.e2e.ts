import { expect } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { newInvoice } from "../pay/new-invoice";
import { openOwnShop } from "./own-shop";
import { test } from "./session";

test("a credited payment appears in the chart, the table and the export, by keyboard alone", async ({
  asMerchant: page,
}) => {
  await page.goto((await newInvoice({ to_currency: "USDT", network: "bsc", amount: "12" })).url);
  await page.getByRole("button", { name: "Pay exactly" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paid. Thank you!");

  await page.goto("/overview");
  await page.getByRole("button", { name: "Today" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/range=today/);
  await expect(page.getByText("the same time yesterday").first()).toBeVisible();

  await page.goto("/analytics?range=today");
  const volume = page.locator("section").filter({ has: page.getByRole("heading", { name: "Volume by coin" }) });
  // The chart exists, and the arrow keys move through it.
  const drawing = volume.locator("svg.recharts-surface").first();
  await expect(drawing).toBeVisible();
  await drawing.focus();
  await page.keyboard.press("ArrowRight");
  await expect(volume.getByText("Total")).toBeVisible();

  await page.getByRole("button", { name: "Volume by coin: as a table" }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Volume by coin: as a chart" })).toBeFocused();
  await expect(page.getByRole("table", { name: "Volume by coin" }).getByRole("row").nth(1)).toContainText("USDT");
  await expectAccessible(page);

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Volume by coin: download as CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^volume \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\.csv$/);
});

test("an invalid range shows an error, and another can be chosen", async ({ asMerchant: page }) => {
  await page.goto("/analytics?range=custom");
  await expect(page.getByText("Choose the first and last day.")).toBeVisible();
  await page.getByLabel("First day").fill("2026-11-02");
  await page.getByLabel("Last day").fill("2026-11-01");
  await expect(page.getByText("Analytics could not be loaded")).toBeVisible();
  await page.getByLabel("Last day").fill("2026-11-03");
  await expect(page.getByRole("heading", { name: "Volume by coin" })).toBeVisible();
});

test("the overview guides a new shop, and its empty metrics are explained in text", async ({ browser }) => {
  const page = await openOwnShop(browser);
  await page.goto("/overview");
  await expect(page.getByRole("heading", { name: "First steps" })).toBeVisible();
  await expect(page.getByText("0 of 3 done")).toBeVisible();
  await expect(page.getByText("No credits in this range.")).toBeVisible();
  await page.getByRole("link", { name: "View analytics" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Analytics");
  await expect(page.getByText("No underpayments, overpayments, late payments or wrong coins.")).toBeVisible();
  await page.context().close();
});
