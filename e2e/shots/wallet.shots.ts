import { expect, test } from "@playwright/test";
import { blockWallet, newWallet } from "../wallet/new-wallet";
import { shoot } from "./shoot";

/**
 * Screenshots of the hosted page of a static wallet in its states, with real payments on the
 * sandbox chain.
 */

test("waiting, topped up, blocked", async ({ page }) => {
  const { uuid, url } = await newWallet();
  await page.goto(url);
  await shoot(page, "wallet", "waiting");
  for (const button of ["Top up", "Below the minimum", "Pay wrong token"]) {
    const before = await page.locator(".deposits li").count();
    await page.getByRole("button", { name: button }).click();
    await expect(page.locator(".deposits li")).toHaveCount(before + 1);
  }
  await expect(page.locator(".deposits").getByText("Below minimum")).toBeVisible();
  await expect(page.locator(".deposits").getByText("Safe, awaiting a decision")).toBeVisible();
  await shoot(page, "wallet", "topped-up");
  await blockWallet(uuid);
  await page.goto(url);
  await expect(page.locator(".deposits").getByText("On hold, not credited")).toBeVisible();
  await shoot(page, "wallet", "blocked");
});

test("an unknown link", async ({ page }) => {
  await page.goto("/wallet/unknown");
  await shoot(page, "wallet", "unknown");
});
