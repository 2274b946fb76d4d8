import { BOTH_THEMES } from "../accessibility";
import { MERCHANT_PAGES, OPERATOR_PAGES } from "../all-pages";
import { judgePage } from "../judge-page";
import { test } from "./session";

for (const address of MERCHANT_PAGES) {
  test(`${address}: accessible in both themes`, async ({ asMerchant: page }) => {
    await judgePage(page, address, BOTH_THEMES);
  });
}

for (const address of OPERATOR_PAGES) {
  test(`${address}: accessible in both themes`, async ({ asOperator: page }) => {
    await judgePage(page, address, BOTH_THEMES);
  });
}
