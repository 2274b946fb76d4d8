import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { freshAddress, tokenBalance, toTokenUnits } from "../shop/sandbox-chain";
import { fillPayout } from "./fill-payout";
import { paidInvoice } from "./paid-invoice";
import { test } from "./session";

/** For a chain's confirmations. */
const SETTLING = { timeout: 60_000 };

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("a merchant sees what a payout costs, orders it once despite two clicks, and the chain receives exactly the amount shown", async ({
  asMerchant: page,
}) => {
  test.slow();
  await paidInvoice(page);
  const address = freshAddress();
  await fillPayout(page, "7.5", address);
  await page.getByLabel("Fee", { exact: true }).selectOption("inside");
  const arrives = page.getByRole("definition").first();
  await expect(arrives).toContainText("USDT");
  const shown = /^([\d.]+)/.exec((await arrives.textContent()) ?? "")?.[1] ?? "";
  expect(shown).not.toBe("7.50");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Send payout…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(address);
  await dialog.getByRole("button", { name: "Send payout" }).dblclick();
  await expect(page).toHaveURL(/\/payouts\/[0-9a-f-]{36}$/);
  await expect(heading(page)).toContainText("Paid", SETTLING);
  await expect(page.getByRole("listitem").filter({ hasText: "Confirmed by the network" })).toBeVisible();
  expect(await tokenBalance("bsc", "USDT", address)).toBe(toTokenUnits("bsc", "USDT", shown));
  await expectAccessible(page);

  await page.goto(`/payouts?q=${address}`);
  await expect(page.getByRole("table", { name: "Payouts" }).getByRole("row")).toHaveCount(2);
  for (const width of [768, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([width, overflow <= 0]).toEqual([width, true]);
  }
});
