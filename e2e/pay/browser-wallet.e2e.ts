import { expect, test } from "@playwright/test";
import { askedOf, installWallets } from "./fake-wallet";
import { newInvoice } from "./new-invoice";
import { headline } from "./payer-page";
import { BNB_CHAIN, payButton, said, transfersAsked } from "./wallet-button";

const IN_USDT = { to_currency: "USDT", network: "bsc" };

test("a token: the exact amount by one call of its contract", async ({ page }) => {
  await installWallets(page, { name: "Fox", chainId: BNB_CHAIN });
  await page.goto((await newInvoice({ ...IN_USDT, amount: "25.13" })).url);
  await payButton(page).click();
  await expect(headline(page)).toHaveText("Paid. Thank you!");
  await expect(page.getByRole("region", { name: "Receipt" })).toContainText("25.13 USDT");
  expect(await transfersAsked(page)).toBe(1);
});

test("nothing is sent twice: neither by pressing again nor after a reload", async ({ page }) => {
  await installWallets(page, { name: "Fox", chainId: BNB_CHAIN, isPretending: true });
  await page.goto((await newInvoice(IN_USDT)).url);
  await payButton(page).dblclick();
  await expect(said(page)).toContainText("Sent from your wallet.");
  await expect(payButton(page)).toBeDisabled();
  await payButton(page).click({ force: true });
  expect(await transfersAsked(page)).toBe(1);
  await page.reload();
  await payButton(page).click();
  await expect(said(page)).toContainText("Sent from your wallet.");
  await expect(payButton(page)).toBeDisabled();
  expect(await askedOf(page)).toEqual([]);
});
