import { expect } from "@playwright/test";
import { expectAccessible, themeOf } from "../accessibility";
import { MERCHANT_PAGES, OPERATOR_PAGES } from "../all-pages";
import { judgePage } from "../judge-page";
import { newInvoice } from "../pay/new-invoice";
import { newWallet } from "../wallet/new-wallet";
import { test } from "./session";

/** Each page in one theme, half of them in either; all of them in both: every-page.long.e2e.ts. */

// The pages are independent, so --shard can split them.
test.describe.configure({ mode: "parallel" });

const GUARANTEE = "no accessibility violation, nothing beyond its width, no complaint in the console";

for (const [index, address] of MERCHANT_PAGES.entries()) {
  test(`${address}: ${GUARANTEE}`, async ({ asMerchant: page }) => {
    await judgePage(page, address, [themeOf(index)]);
  });
}

// The gate checks the design page.
for (const [index, address] of OPERATOR_PAGES.filter((page) => page !== "/operator/design").entries()) {
  test(`${address}: ${GUARANTEE}`, async ({ asOperator: page }) => {
    await judgePage(page, address, [themeOf(index)]);
  });
}

test("an invoice's page: the same", async ({ asMerchant: page }) => {
  await judgePage(page, `/invoices/${(await newInvoice({ to_currency: "USDT", network: "bsc" })).uuid}`);
});

test("a static wallet's page and its block dialog: the same", async ({ asMerchant: page }) => {
  await judgePage(page, `/wallets/${(await newWallet()).uuid}`, ["dark"]);
  await page.getByRole("button", { name: "Block…" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
});
