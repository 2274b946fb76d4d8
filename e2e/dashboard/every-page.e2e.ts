import { expect } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { newInvoice } from "../pay/new-invoice";
import { test } from "./session";

const PAGES = [
  "/overview",
  "/invoices",
  "/invoices/new",
  "/wallets",
  "/wallets/new",
  "/payouts",
  "/payouts?tab=reviews",
  "/payouts/new",
  "/balances",
  "/transfers",
  "/cases",
  "/webhooks",
  "/developers",
  "/settings",
  "/settings/branding",
  "/settings/members",
  "/settings/account",
  "/settings/audit",
];
const PHONE = { width: 360, height: 780 };
const TABLET = { width: 768, height: 1024 };
const DESK = { width: 1440, height: 900 };

for (const address of [...PAGES, "an invoice"]) {
  test(`${address}: no accessibility violation, nothing beyond its width, no complaint in the console`, async ({
    asMerchant: page,
  }) => {
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    const isInvoice = address === "an invoice";
    await page.setViewportSize(DESK);
    await page.goto(
      isInvoice ? `/invoices/${(await newInvoice({ to_currency: "USDT", network: "bsc" })).uuid}` : address,
    );
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

    await expectAccessible(page);
    for (const viewport of [DESK, TABLET, PHONE]) {
      await page.setViewportSize(viewport);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([viewport.width, overflow <= 0]).toEqual([viewport.width, true]);
    }
    expect(complaints).toEqual([]);
  });
}

test("the operator's page is accessible too", async ({ asOperator: page }) => {
  await page.goto("/operator");
  await expect(page.getByRole("table", { name: "Networks" })).toBeVisible();
  await expectAccessible(page);
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
