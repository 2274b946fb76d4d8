import { expect, type Page } from "@playwright/test";
import { freshAddress, sendTokens, tokenBalance, toTokenUnits } from "../shop/sandbox-chain";
import { newWallet } from "../wallet/new-wallet";
import { expectedAmount } from "./expected-amount";
import { paidInvoice } from "./paid-invoice";
import { test } from "./session";

/** For a chain's confirmations. */
const SETTLING = { timeout: 60_000 };

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("the funds of a blocked wallet are refunded once, after a confirmation", async ({ asMerchant: page }) => {
  test.slow();
  const wallet = await newWallet();
  await page.goto(`/wallets/${wallet.uuid}`);
  await page.getByRole("button", { name: "Block…" }).click();
  await page.getByRole("button", { name: "Block permanently" }).click();
  await expect(heading(page)).toContainText("Blocked");
  await sendTokens("bsc", "USDT", wallet.address, 20n);
  await expect(page.getByRole("list", { name: "Held payments" })).toContainText("Held");

  await page.getByRole("button", { name: "Refund…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Held funds can be refunded only once");
  const address = freshAddress();
  await dialog.getByLabel("Address").fill(address);
  const shown = await expectedAmount(page);
  await dialog.getByRole("button", { name: "Refund held funds" }).click();
  await expect(page.getByRole("list", { name: "Refunds" })).toContainText("Refunded", SETTLING);
  await expect(page.getByRole("list", { name: "Held payments" })).toContainText("Refunded");
  await expect(page.getByRole("button", { name: "Refund…" })).toHaveCount(0);
  expect(await tokenBalance("bsc", "USDT", address)).toBe(toTokenUnits("bsc", "USDT", shown));
});

test("a payment in another coin is refunded from its case to its sender", async ({ asMerchant: page }) => {
  test.slow();
  const { orderId } = await paidInvoice(page, "15", "token");
  await page.goto("/cases");
  const opened = page.getByRole("listitem").filter({ hasText: orderId });
  await opened.getByRole("button", { name: "Refund…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Use this address" }).click();
  await expect(dialog.getByLabel("Address")).toHaveValue(/^0x[0-9a-fA-F]{40}$/);
  expect(await expectedAmount(page)).not.toBe("");
  await dialog.getByRole("button", { name: "Refund payment" }).click();
  await expect(page.getByText("Refund created.")).toBeVisible();
  await expect(opened).toHaveCount(0, SETTLING);
  await page.getByRole("button", { name: "Decided" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: orderId })).toContainText("Refunded");
});
