import { expect, type Page, test } from "@playwright/test";
import { openOwnShop } from "./own-shop";

/**
 * A day of each role. app/buttons-sweep.full.db.test.ts checks that no page shows anybody a
 * forbidden button.
 */

const tabs = (page: Page) => page.getByRole("navigation", { name: "Settings" }).getByRole("link");

test("a viewer reads, exports the list, and is told in text what other roles may do", async ({ browser }) => {
  const page = await openOwnShop(browser, "viewer");
  await page.goto("/invoices");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  for (const address of ["/invoices/new", "/wallets/new", "/payouts/new", "/payouts/batches/new", "/transfers"]) {
    await page.goto(address);
    await expect(page.getByText(/^Your role can view/)).toBeVisible();
  }
  await page.goto("/settings/audit");
  await expect(page.getByText(/^Your role can't view the audit log/)).toBeVisible();
  await page.goto("/settings/members");
  await expect(tabs(page)).toHaveText(["Shop", "Coins", "Branding", "Members", "Chats", "Account"]);
  await page.context().close();
});
