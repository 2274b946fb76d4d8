import { mkdirSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { blockWallet, newWallet } from "../wallet/new-wallet";

/** Pictures of the hosted page of a static wallet in its states, made by real payments on the sandbox chain. */

const FOLDER = `${process.env["SHOTS_DIR"] ?? "docs/pictures"}/wallet`;
const WIDTHS = [360, 768, 1440];

async function shoot(page: Page, name: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: width < 700 ? 780 : 900 });
      await page.screenshot({ path: `${FOLDER}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
}

test("waiting, topped up, blocked", async ({ page }) => {
  const { uuid, url } = await newWallet();
  await page.goto(url);
  await shoot(page, "waiting");
  for (const button of ["Top up", "Below the minimum", "Pay wrong token"]) {
    const before = await page.locator(".deposits li").count();
    await page.getByRole("button", { name: button }).click();
    await expect(page.locator(".deposits li")).toHaveCount(before + 1);
  }
  await expect(page.locator(".deposits").getByText("arrived, waits for the minimum")).toBeVisible();
  await expect(page.locator(".deposits").getByText("safe, waits for a decision")).toBeVisible();
  await shoot(page, "topped-up");
  await blockWallet(uuid);
  await page.goto(url);
  await expect(page.locator(".deposits").getByText("held, not credited")).toBeVisible();
  await shoot(page, "blocked");
});

test("an unknown link", async ({ page }) => {
  await page.goto("/wallet/unknown");
  await shoot(page, "unknown");
});
