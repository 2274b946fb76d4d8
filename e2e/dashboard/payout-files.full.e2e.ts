import { expect } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { freshAddress, tokenBalance, toTokenUnits } from "../shop/sandbox-chain";
import { downloaded } from "./downloaded";
import { paidInvoice } from "./paid-invoice";
import { test } from "./session";

/** For a chain's confirmations. */
const SETTLING = { timeout: 60_000 };

test("a payout file is corrected, checked, confirmed and paid, with the status of each row shown", async ({
  asMerchant: page,
}) => {
  test.slow();
  await paidInvoice(page, "50");
  const [one, other] = [freshAddress(), freshAddress()];
  await page.goto("/payouts/batches/new");
  const paste = page.getByLabel("Or paste rows");
  const check = page.getByRole("button", { name: "Check rows" });
  const header = "amount;currency;network;address";
  await paste.fill(`${header}\n1,25;USDT;bsc;${one}\n2.5;USDT;bsc;${other.slice(0, -1)}`);
  await check.click();
  const wrong = page.getByRole("list", { name: "Errors" });
  await expect(wrong.getByRole("listitem")).toHaveCount(2);
  await expect(wrong).toContainText("Row 2");
  await expect(wrong).toContainText("with a decimal point");
  await expect(page.getByRole("button", { name: /^Send \d/ })).toHaveCount(0);
  await expectAccessible(page);

  await paste.fill(`${header}\n1.25;USDT;bsc;${one}\n2.5;USDT;bsc;${other}`);
  await expect(wrong).toHaveCount(0);
  await check.click();
  await page.getByRole("button", { name: "Send 2 payouts…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send payouts" }).dblclick();
  await expect(page).toHaveURL(/\/payouts\/batches\/[0-9a-f-]{36}$/);
  await expect(page.getByText("2 paid")).toBeVisible(SETTLING);
  expect(await tokenBalance("bsc", "USDT", one)).toBe(toTokenUnits("bsc", "USDT", "1.25"));
  expect(await tokenBalance("bsc", "USDT", other)).toBe(toTokenUnits("bsc", "USDT", "2.5"));
  await expectAccessible(page);
  const lines = (await downloaded(page, "Export CSV")).trim().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines.slice(1).every((line) => line.includes(",paid,"))).toBe(true);
});
