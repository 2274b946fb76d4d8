import { expect, type Page } from "@playwright/test";
import { freshAddress, sendTokens, tokenBalance, toTokenUnits } from "../shop/sandbox-chain";
import { newWallet } from "../wallet/new-wallet";
import { test } from "./session";
import { shownToArrive } from "./shown-to-arrive";

/** For what a chain has to confirm first. */
const SETTLING = { timeout: 60_000 };

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("what a blocked wallet holds is refunded once, after being told so", async ({ asMerchant: page }) => {
  test.slow();
  const wallet = await newWallet();
  await page.goto(`/wallets/${wallet.uuid}`);
  await page.getByRole("button", { name: "Block…" }).click();
  await page.getByRole("button", { name: "Block for good" }).click();
  await expect(heading(page)).toContainText("Blocked");
  await sendTokens("bsc", "USDT", wallet.address, 20n);
  await expect(page.getByRole("list", { name: "Held payments" })).toContainText("Held");

  await page.getByRole("button", { name: "Refund…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("It is done once only");
  const address = freshAddress();
  await dialog.getByLabel("Address").fill(address);
  const shown = await shownToArrive(page);
  await dialog.getByRole("button", { name: "Refund once and for all" }).click();
  await expect(page.getByRole("list", { name: "Refunds" })).toContainText("Refunded", SETTLING);
  await expect(page.getByRole("list", { name: "Held payments" })).toContainText("Refunded");
  await expect(page.getByRole("button", { name: "Refund…" })).toHaveCount(0);
  expect(await tokenBalance("bsc", "USDT", address)).toBe(toTokenUnits("bsc", "USDT", shown));
});
