import { expect, type Page } from "@playwright/test";
import { test } from "../dashboard/session";
import { newInvoice } from "../pay/new-invoice";
import { shoot } from "./shoot";

/** Screenshots of every page of the dashboard, with invoices of several kinds. */

const IN_USDT = { to_currency: "USDT", network: "bsc" };
const CALLBACK = { url_callback: "http://127.0.0.1:9/callback" };

/** Pays with play money and waits until the page shows it. */
async function pay(page: Page, url: string, button: string, outcome: string): Promise<void> {
  await page.goto(url);
  await page.getByRole("button", { name: button }).click();
  await expect(page.getByText(outcome).first()).toBeVisible();
}

test("every page", async ({ asMerchant: page, asOperator }) => {
  test.setTimeout(300_000);
  await newInvoice();
  await newInvoice({ ...IN_USDT, amount: "149" });
  const paid = await newInvoice({ ...IN_USDT, ...CALLBACK, amount: "1249.50" });
  const over = await newInvoice({ to_currency: "ETH", network: "arbitrum", amount: "80" });
  const short = await newInvoice({ ...IN_USDT, is_payment_multiple: false });
  const wrong = await newInvoice(IN_USDT);
  await pay(page, paid.url, "Pay exactly", "Paid. Thank you!");
  await pay(page, over.url, "Pay too much", "too much");
  await pay(page, short.url, "Pay too little", "is missing");
  await pay(page, wrong.url, "Pay wrong token", "A payment needs a decision");

  for (const name of [
    "overview",
    "inbox",
    "invoices",
    "wallets",
    "balances",
    "transfers",
    "cases",
    "webhooks",
    "developers",
    "settings",
  ]) {
    await page.goto(`/${name}`);
    await page.waitForLoadState("networkidle");
    await shoot(page, "dashboard", name);
  }
  await page.goto("/invoices/new");
  await shoot(page, "dashboard", "new-invoice");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByLabel("Amount").fill("25");
  await expect(page.getByTitle("Payment page preview")).toBeVisible();
  await shoot(page, "dashboard", "new-invoice-preview", { widths: [1440], schemes: ["light", "dark"] });
  await page.goto(`/invoices/${paid.uuid}`);
  await page.waitForLoadState("networkidle");
  await shoot(page, "dashboard", "invoice");
  await asOperator.goto("/operator");
  await asOperator.waitForLoadState("networkidle");
  await shoot(asOperator, "dashboard", "operator");
});

test("signing in", async ({ page }) => {
  await page.goto("/sign-in");
  await shoot(page, "dashboard", "sign-in");
});
