import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { onPage } from "../dashboard/on-page";
import { paidInvoice } from "../dashboard/paid-invoice";
import { resetLimits } from "../dashboard/reset-limits";
import { test } from "../dashboard/session";
import { act } from "../pay/gateway-actions";
import { freshAddress, sendTokens } from "../shop/sandbox-chain";
import { blockWallet, newWallet } from "../wallet/new-wallet";
import { shoot } from "./shoot";

/**
 * Screenshots of payouts, refunds, transfers and approvals, each in the states that a user meets.
 */

async function post(page: Page, path: string, data: object): Promise<{ id?: string }> {
  const response = await page.request.post(path, { data, headers: await onPage(page) });
  expect([path, response.status()]).toEqual([path, 200]);
  return await response.json();
}

async function payOut(page: Page, amount: string, address = freshAddress()): Promise<string> {
  const fixed = { coin: "", fromCurrency: "", memo: "", isFeeOnTop: true, priority: "", requestedRateSource: "" };
  const route = {
    currency: "USDT",
    network: "bsc",
    address,
    urlCallback: "http://127.0.0.1:9/callback",
  };
  const made = await post(page, "/api/rpc/payouts.create", {
    ...fixed,
    ...route,
    amount,
    orderId: `salary-${randomUUID()}`,
  });
  return `/payouts/${made.id}`;
}

async function shootSettled(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  await shoot(page, "dashboard", name);
}

const limits = (page: Page, approvalAboveUsd: string) =>
  post(page, "/api/rpc/merchant.setLimits", { dailyLimitUsd: "", approvalAboveUsd, refundsNeedPayoutKey: false });

test("payouts", async ({ asMerchant: page }) => {
  test.setTimeout(300_000);
  await paidInvoice(page, "2500");
  const paid = await payOut(page, "120.50");
  await page.goto(paid);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Paid");
  await shootSettled(page, "payout");
  await limits(page, "1000");
  const waiting = await payOut(page, "1100");
  await page.goto(waiting);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Pending");
  await shootSettled(page, "payout-waits");
  await page.getByRole("button", { name: "Cancel…" }).click();
  await shoot(page, "dashboard", "payout-cancel");
  await page.goto(await payOut(page, "1050"));
  await page.getByRole("button", { name: "Cancel…" }).click();
  await page.getByRole("button", { name: "Cancel payout" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Cancelled");
  await shootSettled(page, "payout-cancelled");
  for (const [path, name] of [
    ["/payouts", "payouts"],
    ["/payouts?tab=reviews", "decisions"],
    ["/overview", "overview-waits"],
    ["/settings", "settings-limits"],
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
  await page.getByRole("button", { name: "Send payout…" }).click();
  await shoot(page, "dashboard", "new-payout-confirm");
  await page.goto("/payouts/new");
  await page.getByLabel("Amount").fill("99000");
  await page.getByLabel("Network").selectOption("bsc");
  await page.getByLabel("Address", { exact: true }).fill("0x1234");
  await expect(page.getByText("This payout would be refused")).toBeVisible();
  await shoot(page, "dashboard", "new-payout-refused");
});

// Removing the limit on the page would stop all payouts for a day.
test.afterAll(resetLimits);

test("a payout that the operator refuses", async ({ asMerchant: page, asOperator }) => {
  test.setTimeout(300_000);
  await paidInvoice(page, "60");
  const address = freshAddress();
  const list = `/api/operator/screening?name=drill-${address.slice(-8)}&format=csv`;
  await act(asOperator, list, `address,network,note\n${address},evm,stolen`);
  await page.goto(await payOut(page, "40", address));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Pending");
  await shootSettled(page, "payout-screened");
  await asOperator.goto("/operator/screening");
  const waiting = asOperator.getByRole("list", { name: "Waiting for your decision" }).getByRole("listitem");
  await waiting
    .filter({ hasText: address.slice(-6) })
    .getByRole("button", { name: "Refuse…" })
    .click();
  await asOperator.getByRole("button", { name: "Refuse payout" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Failed");
  await shootSettled(page, "payout-failed");
});

test("transfers and balances", async ({ asMerchant: page }) => {
  test.setTimeout(300_000);
  await paidInvoice(page, "90");
  for (const [direction, amount] of [
    ["to-personal", "60"],
    ["to-business", "12.5"],
  ])
    await post(page, "/api/rpc/transfers.create", { direction, currency: "USDT", amount });
  await page.goto("/transfers");
  await shootSettled(page, "transfers");
  await page.getByLabel("Coin").selectOption("USDT");
  await page.getByLabel("Amount").fill("999999");
  await page.getByRole("button", { name: "Transfer to personal wallet" }).click();
  await expect(page.getByText("The wallet balance is too low.")).toBeVisible();
  await shoot(page, "dashboard", "transfers-refused");
  await page.goto("/balances");
  await shootSettled(page, "balances-filled");
});

test("refunds", async ({ asMerchant: page }) => {
  test.setTimeout(300_000);
  await paidInvoice(page, "80");
  await page.getByRole("button", { name: "Refund…" }).click();
  await page.getByRole("button", { name: "Use this address" }).click();
  await page.getByLabel("Refund", { exact: true }).selectOption("other");
  await page.getByLabel("Amount in USDT").fill("30");
  await expect(page.getByRole("dialog").getByRole("definition").first()).toBeVisible();
  await shoot(page, "dashboard", "refund-payment");
  await page.getByRole("dialog").getByRole("button", { name: "Refund payment" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Refunded");
  await shootSettled(page, "invoice-refunded");

  const { orderId } = await paidInvoice(page, "15", "token");
  await page.goto("/cases");
  const opened = page.getByRole("listitem").filter({ hasText: orderId });
  await opened.getByRole("button", { name: "Credit…" }).click();
  await expect(page.getByRole("dialog").getByRole("definition").first()).toBeVisible();
  await shoot(page, "dashboard", "credit-case");
  await page.keyboard.press("Escape");
  await opened.getByRole("button", { name: "Refund…" }).click();
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
