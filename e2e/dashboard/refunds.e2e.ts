import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { freshAddress, tokenBalance, toTokenUnits } from "../shop/sandbox-chain";
import { expectedAmount } from "./expected-amount";
import { paidInvoice } from "./paid-invoice";
import { test } from "./session";

/** For a chain's confirmations. */
const SETTLING = { timeout: 60_000 };

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("a payment is partly refunded from its page, and exactly the amount shown arrives", async ({
  asMerchant: page,
}) => {
  test.slow();
  await paidInvoice(page);
  await page.getByRole("button", { name: "Refund…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Address")).toHaveValue("");
  const address = freshAddress();
  await dialog.getByLabel("Address").fill(address);
  await dialog.getByLabel("Refund", { exact: true }).selectOption("other");
  await dialog.getByLabel("Amount in USDT").fill("500");
  await expect(dialog.getByText("The amount exceeds what can still be refunded.").first()).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Refund payment" })).toBeDisabled();
  await dialog.getByLabel("Amount in USDT").fill("6");
  const shown = await expectedAmount(page);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Refund payment" }).click();

  await expect(heading(page)).toContainText("Refunded", SETTLING);
  await expect(page.getByRole("list", { name: "Refunds" })).toContainText("Refunded");
  expect(await tokenBalance("bsc", "USDT", address)).toBe(toTokenUnits("bsc", "USDT", shown));
  await expect(page.getByRole("button", { name: "Refund…" })).toBeVisible();
});
