import { expect } from "@playwright/test";
import { downloaded } from "./downloaded";
import { paidInvoice } from "./paid-invoice";
import { test } from "./session";

test("a statement links a balance to every entry, and can be exported as a table and as a journal", async ({
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
  await page.getByLabel("To", { exact: true }).fill("2020-01-02");
  await expect(page.getByText("No matching entries")).toBeVisible();
  await expect(page.getByText("Closing balance")).toBeVisible();
});
