import { type Browser, expect, type Page } from "@playwright/test";
import { onPage } from "../dashboard/on-page";
import { test } from "../dashboard/session";
import { newInvoice } from "../pay/new-invoice";
import { shoot } from "./shoot";

/** Screenshots of the payment page in its states, with real payments on the sandbox chain. */

const IN_USDT = { to_currency: "USDT", network: "bsc" };

const heading = (page: Page, text: string | RegExp) =>
  expect(page.getByRole("heading", { level: 1 })).toContainText(text);
const press = (page: Page, name: string) => page.getByRole("button", { name }).click();

async function openPage(browser: Browser, fields: Readonly<Record<string, unknown>> = {}): Promise<Page> {
  const page = await browser.newPage();
  await page.goto((await newInvoice(fields)).url);
  return page;
}

test("choosing a coin", async ({ browser }) => {
  await shoot(await openPage(browser), "pay", "choose");
});

test("waiting, partly paid, paid", async ({ browser }) => {
  const page = await openPage(browser, { to_currency: "ETH", network: "eth" });
  await shoot(page, "pay", "waiting");
  await press(page, "Pay too little");
  await heading(page, "Send the rest");
  await shoot(page, "pay", "partly-paid");
  await press(page, "Pay exactly");
  await heading(page, "Paid. Thank you!");
  await shoot(page, "pay", "paid");
});

test("overpaid", async ({ browser }) => {
  const page = await openPage(browser, IN_USDT);
  await press(page, "Pay too much");
  await heading(page, "too much");
  await shoot(page, "pay", "paid-over");
});

test("wrong token", async ({ browser }) => {
  const page = await openPage(browser, IN_USDT);
  await press(page, "Pay wrong token");
  await expect(page.getByText("A payment needs a decision")).toBeVisible();
  await shoot(page, "pay", "wrong-token");
});

test("closed underpaid", async ({ browser }) => {
  const page = await openPage(browser, { ...IN_USDT, is_payment_multiple: false });
  await press(page, "Pay too little");
  await heading(page, "is missing");
  await shoot(page, "pay", "short");
});

test("paying from a balance here", async ({ asMerchant: page }) => {
  await page.goto((await newInvoice({ ...IN_USDT, amount: "90" })).url);
  await press(page, "Pay exactly");
  await heading(page, "Paid. Thank you!");
  await page.goto("/transfers");
  await page.getByLabel("Coin").selectOption("USDT");
  await page.getByLabel("Amount").fill("60");
  await press(page, "Transfer to personal wallet");
  await expect(page.getByText("60.00 USDT transferred to the personal wallet.")).toBeVisible();
  await page.goto((await newInvoice()).url);
  await shoot(page, "pay", "choose-signed-in");
  await page.goto((await newInvoice(IN_USDT)).url);
  await shoot(page, "pay", "from-balance");
  await press(page, "Pay from my balance");
  await heading(page, "Paid. Thank you!");
  await shoot(page, "pay", "paid-from-balance");
});

test("cancelled by the shop", async ({ asMerchant: page }) => {
  const { uuid, url } = await newInvoice(IN_USDT);
  const headers = await onPage(page);
  expect((await page.request.post("/api/rpc/invoices.cancel", { headers, data: { id: uuid } })).ok()).toBe(true);
  await page.goto(url);
  await heading(page, "This payment was cancelled");
  await shoot(page, "pay", "cancelled");
});

test("an unknown link", async ({ page }) => {
  await page.goto("/pay/unknown");
  await shoot(page, "pay", "unknown");
});
