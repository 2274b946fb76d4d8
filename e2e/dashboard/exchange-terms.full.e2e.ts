import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { failEveryCommand } from "./failing-answers";
import { test } from "./session";

/**
 * The operator's exchange settings. Nothing is saved here: every payer of the sandbox would see it.
 */

async function openChange(page: Page) {
  await page.goto("/operator/exchanges");
  await page.getByRole("button", { name: "Change USDT on BNB Smart Chain" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Usual fee, in USDT")).toBeVisible();
  return dialog;
}

test("an invalid fee shows an error at its focused field, which is cleared once it is changed", async ({
  asOperator: page,
}) => {
  const dialog = await openChange(page);
  const fee = dialog.getByLabel("Usual fee, in USDT");
  await fee.fill("a little");
  await dialog.getByLabel("Usual minimum, in USDT").fill("-1");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(fee).toBeFocused();
  await expect(fee).toHaveAttribute("aria-invalid", "true");
  await expect(dialog.getByLabel("Usual minimum, in USDT")).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
  await fee.fill("0.4");
  await expect(fee).not.toHaveAttribute("aria-invalid");
  await expect(dialog.getByRole("alert")).toHaveCount(0);
});

test("a gateway that does not respond shows an error, the input stays, and Escape returns to the row", async ({
  asOperator: page,
}) => {
  const dialog = await openChange(page);
  await failEveryCommand(page, "proxy");
  await dialog.getByLabel("Usual fee, in USDT").fill("0.41");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("The server does not respond.");
  await expect(dialog.getByLabel("Usual fee, in USDT")).toHaveValue("0.41");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Change USDT on BNB Smart Chain" })).toBeFocused();
});

test("the search finds a coin on a network among all of them, and reports if there is none", async ({
  asOperator: page,
}) => {
  await page.goto("/operator/exchanges");
  const search = page.getByRole("searchbox", { name: "Find a coin or network" });
  await search.fill("usdt smart");
  const rows = page.getByRole("table", { name: "Withdrawal terms" }).getByRole("row");
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText("BNB Smart Chain");
  await search.fill("doubloon");
  await expect(page.getByText("No matching coins")).toBeVisible();
  await page.getByRole("button", { name: "Clear filter" }).click();
  await expect(rows).not.toHaveCount(2);
});
