import { expect } from "@playwright/test";
import { MERCHANT_PAGES } from "../all-pages";
import { judgePage } from "../judge-page";
import { newInvoice } from "../pay/new-invoice";
import { test } from "./session";

const PHONE = { width: 360, height: 780 };

for (const address of MERCHANT_PAGES) {
  test(`${address}: no accessibility violation, nothing beyond its width, no complaint in the console`, async ({
    asMerchant: page,
  }) => {
    await judgePage(page, address);
  });
}

test("an invoice's page: the same", async ({ asMerchant: page }) => {
  await judgePage(page, `/invoices/${(await newInvoice({ to_currency: "USDT", network: "bsc" })).uuid}`);
});

test("on a phone the menu leads everywhere", async ({ asMerchant: page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/overview");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Balances" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Balances");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("another merchant's invoice and none at all look the same", async ({ asMerchant: page }) => {
  await page.goto("/invoices/00000000-0000-4000-8000-000000000000");
  await expect(page.getByText("There is nothing here")).toBeVisible();
  await page.goto("/invoices/not-an-id");
  await expect(page.getByText("There is nothing here")).toBeVisible();
});
