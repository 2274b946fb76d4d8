import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { hydrated } from "../hydrated";
import { freshAddress, tokenBalance, toTokenUnits } from "../shop/sandbox-chain";
import { fillPayout } from "./fill-payout";
import { forgetLimits } from "./forget-limits";
import { openAsMember } from "./own-shop";
import { paidInvoice } from "./paid-invoice";
import { test } from "./session";

/** For what a chain has to confirm first. */
const SETTLING = { timeout: 60_000 };

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("a merchant sees what a payout costs, orders it once with two clicks, and the chain has exactly what was shown", async ({
  asMerchant: page,
}) => {
  test.slow();
  await paidInvoice(page);
  const address = freshAddress();
  await fillPayout(page, "7.5", address);
  await page.getByLabel("The fee").selectOption("inside");
  const arrives = page.getByRole("definition").first();
  await expect(arrives).toContainText("USDT");
  const shown = /^([\d.]+)/.exec((await arrives.textContent()) ?? "")?.[1] ?? "";
  expect(shown).not.toBe("7.50");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Pay out…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(address);
  await dialog.getByRole("button", { name: "Send it" }).dblclick();
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

test("above the merchant's amount a payout waits for a second person; whoever ordered it can only take it back, a manager agrees", async ({
  asMerchant: page,
  browser,
}) => {
  test.slow();
  await paidInvoice(page, "1500");
  await page.goto("/settings");
  const above = page.getByLabel("A second person above, in USD");
  await above.fill("1000");
  const limits = page.locator("form").filter({ has: above });
  await limits.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();

  await fillPayout(page, "1200", freshAddress());
  await expect(page.getByText("A second person has to agree").first()).toBeVisible();
  await page.getByRole("button", { name: "Pay out…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send it" }).click();
  await expect(heading(page)).toContainText("Waits");
  await expect(page.getByText("You ordered this; another person must approve it.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve…" })).toHaveCount(0);
  const address = page.url();

  await page.goto("/payouts?tab=reviews");
  await expect(page.getByRole("list", { name: "Waits for a decision" })).toContainText("1\u202f200.00");
  await page.goto(address);
  await page.getByRole("button", { name: "Cancel…" }).click();
  await expect(page.getByRole("dialog")).toContainText("returns to your balance");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel the payout" }).click();
  await expect(heading(page)).toContainText("Cancelled");

  await fillPayout(page, "1200", freshAddress());
  await page.getByRole("button", { name: "Pay out…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send it" }).click();
  await expect(heading(page)).toContainText("Waits");
  const manager = await openAsMember(browser, "manager");
  await manager.goto(page.url());
  await hydrated(manager.getByRole("button", { name: "Approve…" }));
  await manager.getByRole("button", { name: "Approve…" }).click();
  await manager.getByRole("dialog").getByRole("button", { name: "Approve it" }).click();
  await expect(manager.getByText("Approved. Follow it")).toBeVisible();
  await expect(heading(page)).not.toContainText("Waits");
  await manager.context().close();
});

// Taking the amount away on the page would stop all payouts for a day.
test.afterAll(forgetLimits);
