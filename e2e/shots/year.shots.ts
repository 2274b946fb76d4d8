import { expect, type Page } from "@playwright/test";
import { firstOf, isOfOne, pagesOf } from "../all-pages";
import { test } from "../dashboard/session";
import { shoot } from "./shoot";

/**
 * Screenshots of every page of the dashboard and the operator's console as they are;
 * `npm run shots` fills them with a year of data first.
 */

const FOLDER = "year";

test.describe.configure({ mode: "parallel" });

const nameOf = (address: string) =>
  address.slice(1).replaceAll("/", "-").replace("[id]", "one").replace("[code]", "one");

async function shootPage(page: Page, address: string): Promise<void> {
  test.setTimeout(120_000);
  const found = isOfOne(address) || address === "/balances/statement" ? await firstOf(page, address) : address;
  test.skip(found === null, `nothing on ${address} to be shown`);
  await page.goto(found ?? address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  // The design page includes loading states.
  if (address !== "/operator/design") {
    await expect(page.getByRole("main").getByRole("status", { name: "Loading" })).toHaveCount(0);
  }
  await shoot(page, FOLDER, nameOf(address));
}

for (const address of pagesOf("(dashboard)")) {
  test(address, async ({ asMerchant }) => shootPage(asMerchant, address));
}
for (const address of pagesOf("(operator)")) {
  test(address, async ({ asOperator }) => shootPage(asOperator, address));
}
