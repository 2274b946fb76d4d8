import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { COIN } from "./operator-payout";
import { test } from "./session";

const dialogOf = (page: Page) => page.getByRole("dialog");

test("every coin of a hot wallet can be funded, and shows when it is swept", async ({ asOperator: page }) => {
  await page.goto("/operator/wallets");
  await page.getByRole("button", { name: "Fund Polygon" }).click();
  await expect(dialogOf(page).getByRole("img", { name: /QR code/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  const coins = page.getByRole("table", { name: "Coins on Polygon" });
  await coins.getByRole("button", { name: `Sweep policy of ${COIN}` }).click();
  await dialogOf(page).getByLabel("Concurrent sweeps").fill("0");
  await dialogOf(page).getByRole("button", { name: "Save" }).click();
  await expect(dialogOf(page).getByText("Enter a whole number from 1 to 256.")).toBeVisible();
  await dialogOf(page).getByLabel("Concurrent sweeps").fill("12");
  await dialogOf(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await coins.getByRole("button", { name: `Sweep policy of ${COIN}` }).click();
  await expect(dialogOf(page).getByLabel("Concurrent sweeps")).toHaveValue("12");
  await expect(dialogOf(page)).toContainText("Your own policy");
});
