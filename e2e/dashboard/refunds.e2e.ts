import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { freshAddress, tokenBalance, toTokenUnits } from "../shop/sandbox-chain";
import { paidInvoice } from "./paid-invoice";
import { test } from "./session";
import { shownToArrive } from "./shown-to-arrive";

/** For what a chain has to confirm first. */
const SETTLING = { timeout: 60_000 };

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("a part of a payment goes back from its page, and exactly what was shown arrives", async ({
  asMerchant: page,
}) => {
  test.slow();
  await paidInvoice(page);
  await page.getByRole("button", { name: "Refund…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Address")).toHaveValue("");
  const address = freshAddress();
  await dialog.getByLabel("Address").fill(address);
  await dialog.getByLabel("Amount in USDT").fill("500");
  await expect(dialog.getByText("That is more than is left of what was paid.").first()).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Send it back" })).toBeDisabled();
  await dialog.getByLabel("Amount in USDT").fill("6");
  const shown = await shownToArrive(page);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Send it back" }).click();

  await expect(heading(page)).toContainText("Refunded", SETTLING);
  await expect(page.getByRole("list", { name: "Refunds" })).toContainText("Refunded");
  expect(await tokenBalance("bsc", "USDT", address)).toBe(toTokenUnits("bsc", "USDT", shown));
  await expect(page.getByRole("button", { name: "Refund…" })).toBeVisible();
});

test("a payment in another coin goes back from its case to where it came from", async ({ asMerchant: page }) => {
  test.slow();
  const { orderId } = await paidInvoice(page, "15", "token");
  await page.goto("/cases");
  const opened = page.getByRole("listitem").filter({ hasText: orderId });
  await opened.getByRole("button", { name: "Refund…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Use this address" }).click();
  await expect(dialog.getByLabel("Address")).toHaveValue(/^0x[0-9a-fA-F]{40}$/);
  expect(await shownToArrive(page)).not.toBe("");
  await dialog.getByRole("button", { name: "Send it back" }).click();
  await expect(page.getByText("The refund is ordered.")).toBeVisible();
  await expect(opened).toHaveCount(0, SETTLING);
  await page.getByRole("button", { name: "Decided" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: orderId })).toContainText("Refunded");
});
