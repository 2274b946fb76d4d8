import type { Page } from "@playwright/test";

/** Opens the payout form and fills it in, for USDT on BNB Smart Chain. */
export async function fillPayout(page: Page, amount: string, address: string): Promise<void> {
  await page.goto("/payouts/new");
  await page.getByLabel("Amount").fill(amount);
  await page.getByLabel("Currency").selectOption("USDT");
  await page.getByLabel("Network").selectOption("bsc");
  await page.getByLabel("Address", { exact: true }).fill(address);
}
