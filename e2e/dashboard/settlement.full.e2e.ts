import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { callChain, inDatabase } from "../pay/gateway-actions";
import { newInvoice } from "../pay/new-invoice";
import { freshAddress } from "../shop/sandbox-chain";
import { test } from "./session";

/** A coin that no other test moves, because its whole balance is paid out. */
const COIN = { to_currency: "POL", network: "polygon" };
/** For the scan of the worker, and for a chain's confirmations. */
const SETTLING = { timeout: 60_000 };

async function earn(page: Page, amount: string): Promise<void> {
  await page.goto((await newInvoice({ ...COIN, amount })).url);
  await page.getByRole("button", { name: "Pay exactly" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paid. Thank you!");
}

test("a balance is settled to a new address once its cooldown is over, and its payout says so", async ({
  asMerchant: page,
}) => {
  test.slow();
  await earn(page, "40");
  const address = freshAddress();
  await page.goto("/payouts");
  await page.getByRole("link", { name: "Automatic settlement" }).click();
  await page.getByLabel("Coin").selectOption(COIN.to_currency);
  await page.getByLabel("Network").selectOption(COIN.network);
  await page.getByLabel("Destination address").fill(address);
  await page.getByLabel("Minimum amount").fill("none");
  await page.getByRole("button", { name: "Save settlement" }).click();
  await expect(page.getByText("Enter an amount above zero, with a decimal point.")).toBeVisible();
  await page.getByLabel("Minimum amount").fill("10");
  await page.getByRole("button", { name: "Save settlement" }).click();

  const card = page.locator("section").filter({ has: page.getByRole("heading", { name: "POL on Polygon" }) });
  await expect(card).toContainText("24-hour security hold");
  await expect(card).toContainText("As soon as the minimum amount is reached");
  await expectAccessible(page);
  expect(await callChain(COIN.network, "eth_getBalance", address, "latest")).toBe("0x0");

  await inDatabase(
    "UPDATE settlement_rules SET usable_from = now(), next_at = now() WHERE currency_code = $1 AND ended_at IS NULL",
    [COIN.to_currency],
  );
  await expect(card).toContainText("Paid", SETTLING);
  await expect(card).toContainText("Active", SETTLING);
  expect(await callChain(COIN.network, "eth_getBalance", address, "latest")).not.toBe("0x0");
  await card.getByRole("definition").filter({ hasText: "Paid" }).getByRole("link").click();
  await expect(page.getByText("by the automatic settlement of POL")).toBeVisible();
  await page.getByRole("link", { name: "by the automatic settlement of POL" }).click();

  await card.getByRole("button", { name: "Pause…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Pause settlement" }).click();
  await expect(card).toContainText("Paused");
  await card.getByRole("button", { name: "Remove…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove settlement" }).click();
  await expect(page.getByText("No automatic settlement yet")).toBeVisible();
});
