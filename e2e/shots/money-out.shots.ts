import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { paidInvoice } from "../dashboard/paid-invoice";
import { sandbox, test } from "../dashboard/session";
import { freshAddress, sendTokens } from "../shop/sandbox-chain";
import { blockWallet, newWallet } from "../wallet/new-wallet";
import { shoot } from "./shoot";

/** Pictures of payouts, refunds and decisions, each in the states that a person meets. */

async function post(page: Page, path: string, data: object): Promise<{ id?: string }> {
  const response = await page.request.post(path, { data, headers: { origin: sandbox.baseUrl } });
  expect([path, response.status()]).toEqual([path, 200]);
  return await response.json();
}

async function payOut(page: Page, amount: string): Promise<string> {
  const fixed = { coin: "", fromCurrency: "", memo: "", isFeeOnTop: true, priority: "", courseSource: "" };
  const route = {
    currency: "USDT",
    network: "bsc",
    address: freshAddress(),
    urlCallback: "http://127.0.0.1:9/callback",
  };
  const made = await post(page, "/api/payouts", { ...fixed, ...route, amount, orderId: `salary-${randomUUID()}` });
  return `/payouts/${made.id}`;
}

async function shootSettled(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  await shoot(page, "dashboard", name);
}

const limits = (page: Page, approvalAboveUsd: string) =>
  post(page, "/api/merchant/limits", { dailyLimitUsd: "", approvalAboveUsd, refundsNeedPayoutKey: false });

test("payouts", async ({ asMerchant: page }) => {
  test.setTimeout(300_000);
  await paidInvoice(page, "2500");
  const paid = await payOut(page, "120.50");
  await page.goto(paid);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Paid");
  await shootSettled(page, "payout");
  // It stays: taking it away would stop all payouts for a day.
  await limits(page, "1000");
  const waiting = await payOut(page, "1100");
  await page.goto(waiting);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Waits");
  await shootSettled(page, "payout-waits");
  await page.getByRole("button", { name: "Cancel…" }).click();
  await shoot(page, "dashboard", "payout-cancel");
  for (const [path, name] of [
    ["/payouts", "payouts"],
    ["/payouts?tab=reviews", "decisions"],
    ["/overview", "overview-waits"],
    ["/payouts/new", "new-payout"],
  ] as const) {
    await page.goto(path);
    await shootSettled(page, name);
  }
  await page.getByLabel("Amount").fill("1250");
  await page.getByLabel("Network").selectOption("bsc");
  await page.getByLabel("Address", { exact: true }).fill(freshAddress());
  await expect(page.getByRole("definition").first()).toBeVisible();
  await shoot(page, "dashboard", "new-payout-preview");
  await page.getByRole("button", { name: "Pay out…" }).click();
  await shoot(page, "dashboard", "new-payout-confirm");
  await page.goto("/payouts/new");
  await page.getByLabel("Amount").fill("99000");
  await page.getByLabel("Network").selectOption("bsc");
  await page.getByLabel("Address", { exact: true }).fill("0x1234");
  await expect(page.getByText("It would be refused")).toBeVisible();
  await shoot(page, "dashboard", "new-payout-refused");
});

test("refunds", async ({ asMerchant: page }) => {
  test.setTimeout(300_000);
  await paidInvoice(page, "80");
  await page.getByRole("button", { name: "Refund…" }).click();
  await page.getByRole("button", { name: "Use this address" }).click();
  await page.getByLabel("Amount in USDT").fill("30");
  await expect(page.getByRole("dialog").getByRole("definition").first()).toBeVisible();
  await shoot(page, "dashboard", "refund-payment");
  await page.getByRole("dialog").getByRole("button", { name: "Send it back" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Refunded");
  await shootSettled(page, "invoice-refunded");

  const { orderId } = await paidInvoice(page, "15", "token");
  await page.goto("/cases");
  await page.getByRole("listitem").filter({ hasText: orderId }).getByRole("button", { name: "Refund…" }).click();
  await page.getByRole("button", { name: "Use this address" }).click();
  await expect(page.getByRole("dialog").getByRole("definition").first()).toBeVisible();
  await shoot(page, "dashboard", "refund-case");

  const wallet = await newWallet();
  await blockWallet(wallet.uuid);
  await sendTokens("bsc", "USDT", wallet.address, 20n);
  await page.goto(`/wallets/${wallet.uuid}`);
  await expect(page.getByRole("list", { name: "Held payments" })).toContainText("Held");
  await shootSettled(page, "wallet-held");
  await page.getByRole("button", { name: "Refund…" }).click();
  await page.getByRole("button", { name: "Use this address" }).click();
  await expect(page.getByRole("dialog").getByRole("definition").first()).toBeVisible();
  await shoot(page, "dashboard", "refund-held");
});
