import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { freshAddress, tokenBalance, toTokenUnits } from "../shop/sandbox-chain";
import { paidInvoice } from "./paid-invoice";
import { test } from "./session";

/** For what a chain has to confirm first. */
const SETTLING = { timeout: 60_000 };

async function downloaded(page: Page, name: string): Promise<string> {
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name }).click();
  return readFileSync(await (await waiting).path(), "utf8");
}

test("a file of payouts is mended, looked at, ordered and paid, and says so row by row", async ({
  asMerchant: page,
}) => {
  test.slow();
  await paidInvoice(page, "50");
  const [one, other] = [freshAddress(), freshAddress()];
  await page.goto("/payouts/batches/new");
  const paste = page.getByLabel("Or paste it here");
  const check = page.getByRole("button", { name: "Check these rows" });
  const header = "amount;currency;network;address";
  await paste.fill(`${header}\n1,25;USDT;bsc;${one}\n2.5;USDT;bsc;${other.slice(0, -1)}`);
  await check.click();
  const wrong = page.getByRole("list", { name: "What is wrong" });
  await expect(wrong.getByRole("listitem")).toHaveCount(2);
  await expect(wrong).toContainText("Row 2");
  await expect(wrong).toContainText("with a point");
  await expect(page.getByRole("button", { name: /^Order/ })).toHaveCount(0);
  await expectAccessible(page);

  await paste.fill(`${header}\n1.25;USDT;bsc;${one}\n2.5;USDT;bsc;${other}`);
  await expect(wrong).toHaveCount(0);
  await check.click();
  await page.getByRole("button", { name: "Order 2 payouts…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Order them" }).dblclick();
  await expect(page).toHaveURL(/\/payouts\/batches\/[0-9a-f-]{36}$/);
  await expect(page.getByText("2 paid")).toBeVisible(SETTLING);
  expect(await tokenBalance("bsc", "USDT", one)).toBe(toTokenUnits("bsc", "USDT", "1.25"));
  expect(await tokenBalance("bsc", "USDT", other)).toBe(toTokenUnits("bsc", "USDT", "2.5"));
  await expectAccessible(page);
  const lines = (await downloaded(page, "Export CSV")).trim().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines.slice(1).every((line) => line.includes(",paid,"))).toBe(true);
});

test("a statement leads from a balance to every entry, and comes as a table and as a journal", async ({
  asMerchant: page,
}) => {
  await paidInvoice(page, "5");
  await page.goto("/balances");
  const business = page.getByRole("table", { name: "Business wallet" });
  await business.getByRole("link", { name: "Tether" }).click();
  await expect(page).toHaveURL(/\/balances\/statement\?coin=USDT$/);
  const entries = page.getByRole("table", { name: "Entries" });
  const [newest] = await entries.getByRole("row").filter({ hasText: "Payment credited" }).all();
  await expect(newest ?? entries).toContainText("+");

  const file = (await downloaded(page, "Export CSV")).trim().split("\r\n");
  expect(file[0]).toContain("time_utc,entry,kind");
  expect(file.length).toBeGreaterThan(1);
  expect(await downloaded(page, "Journal")).toMatch(/Assets:Chaintill:Wallet {2}[\d.]+ "USDT"/);

  await page.getByRole("button", { name: "Transfers" }).click();
  await expect(page).toHaveURL(/group=transfers/);
  await page.getByLabel("From").fill("2020-01-01");
  await page.getByLabel("Until").fill("2020-01-02");
  await expect(page.getByText("No entry fits")).toBeVisible();
  await expect(page.getByText("After these days")).toBeVisible();
});
