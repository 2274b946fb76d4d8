import { expect, type Page } from "@playwright/test";
import { newInvoice } from "../pay/new-invoice";
import { test } from "./session";

/** A coin that no other test moves, so that the balance contains only this test's deposits. */
const COIN = { to_currency: "AVAX", network: "avalanche" };

async function earn(page: Page, amount: string): Promise<void> {
  await page.goto((await newInvoice({ ...COIN, amount })).url);
  await page.getByRole("button", { name: "Pay exactly" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paid. Thank you!");
}

/** Returns the user's personal balance, in units of 18 decimals. */
async function personalCoins(page: Page): Promise<bigint> {
  const answer = await page.request.get("/api/rpc/balances.personal");
  const { items }: { items: { currency: string; balance: string }[] } = await answer.json();
  const [whole = "0", fraction = ""] = (
    items.find(({ currency }) => currency === COIN.to_currency)?.balance ?? "0"
  ).split(".");
  return BigInt(whole + fraction.padEnd(18, "0"));
}

const row = (page: Page, table: string, text: string | RegExp) =>
  page.getByRole("table", { name: table }).getByRole("row").filter({ hasText: text });

async function move(page: Page, amount: string, button: string): Promise<void> {
  await page.getByLabel("Coin").selectOption(COIN.to_currency);
  await page.getByLabel("Amount").fill(amount);
  await page.getByRole("button", { name: button }).click();
}

test("the owner moves money to the personal wallet and back, sees both, and who moved it", async ({
  asMerchant: page,
}) => {
  await earn(page, "40");
  const before = await personalCoins(page);
  await page.goto("/transfers");
  await move(page, "0.6", "Transfer to personal wallet");
  await expect(page.getByText("0.60 AVAX transferred to the personal wallet.")).toBeVisible();
  expect((await personalCoins(page)) - before).toBe(600_000_000_000_000_000n);

  await page.locator("form").getByRole("button", { name: "To business wallet" }).click();
  await move(page, "0.2", "Transfer to business wallet");
  await expect(page.getByText("0.20 AVAX transferred to the business wallet.")).toBeVisible();
  expect((await personalCoins(page)) - before).toBe(400_000_000_000_000_000n);
  await expect(row(page, "Transfer history", COIN.to_currency).first()).toContainText(/To business.*0\.20 AVAX/);
  await expect(row(page, "Transfer history", COIN.to_currency).first()).not.toContainText("Machine API");

  await page.goto("/balances");
  await expect(row(page, "Your personal wallet", COIN.to_currency)).toBeVisible();
  await expect(row(page, "Business wallet", COIN.to_currency)).toBeVisible();
});

test("a transfer that is not possible gets an error at its field, and nothing moves", async ({ asMerchant: page }) => {
  await earn(page, "40");
  await page.goto("/transfers");
  await move(page, "999", "Transfer to personal wallet");
  await expect(page.getByText("The wallet balance is too low.")).toBeVisible();
  await move(page, "ten", "Transfer to personal wallet");
  await expect(page.getByText("Enter an amount above zero, with a decimal point.")).toBeVisible();
  await move(page, "0.000001", "Transfer to personal wallet");
  await expect(page.getByText(/The minimum is .+ AVAX\./)).toBeVisible();
});
