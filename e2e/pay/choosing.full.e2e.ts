import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { renderPages, showRendered } from "../shots/rendered-pages";
import { newInvoice } from "./new-invoice";

const headline = (page: Page) => page.getByRole("heading", { level: 1 });
const shown = (page: Page) => page.locator('button[name="coin"]:visible');
const valuesOf = async (page: Page) =>
  await shown(page).evaluateAll((buttons) => buttons.map((button) => button.getAttribute("value")));

test("the coins are listed with standard, time and fee, the most used first, and no target is too small for a thumb", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto((await newInvoice()).url);
  const tether = page.locator("#coins > li", { hasText: "Tether USD" });
  await expect(page.locator("#coins > li").first()).toContainText("Tether USD");
  const button = tether.getByRole("button", { name: /BNB Smart Chain/ });
  await expect(button).toContainText("BEP-20");
  // The worker writes its first fee estimates within a minute of its start.
  await expect(async () => {
    await page.reload();
    await expect(button).toContainText(/fee (about [0-9.]+\sUSD \([0-9.]+\sBNB\)|below 0\.01\sUSD)/, { timeout: 500 });
  }).toPass({ timeout: 90_000 });
  const low = await page
    .locator("main a:visible, main button:visible, main input:visible")
    .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML));
  expect(low).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});

test("the list follows the letters of a search, by coin, network and standard", async ({ page }) => {
  await page.goto((await newInvoice()).url);
  const field = page.getByRole("searchbox");
  await field.fill("bep20 tether");
  await expect.poll(() => valuesOf(page)).toEqual(["USDT@bsc"]);
  await field.fill("nothing like it");
  await expect(page.getByText("No matches.")).toBeVisible();
  await expect(shown(page)).toHaveCount(0);
  await field.fill("");
  await expect(page.getByText("No matches.")).toBeHidden();
  await expect.poll(async () => (await valuesOf(page)).length).toBeGreaterThan(3);
});

test("a search and its cursor position survive a redraw by an update", async ({ page }) => {
  await page.route(/\/events\?/, (route) => route.abort());
  await page.route(/\/state\?/, (route) => route.fulfill({ json: { key: "another", text: "News", isFinal: false } }));
  await page.goto((await newInvoice()).url);
  const field = page.getByRole("searchbox");
  await field.fill("bep20 tether");
  await page.locator("#live").evaluate((live) => live.classList.add("old"));
  await expect(page.locator("#live.old")).toHaveCount(0);
  await expect(field).toHaveValue("bep20 tether");
  await expect(field).toBeFocused();
  await expect.poll(() => valuesOf(page)).toEqual(["USDT@bsc"]);
});

test("without scripts a search is a form, and the coin that it finds can be chosen", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto((await newInvoice()).url);
  await page.getByRole("searchbox").fill("USDT polygon");
  await page.getByRole("button", { name: "Search" }).click();
  await expect.poll(() => valuesOf(page)).toEqual(["USDT@polygon"]);
  await expect(page.getByRole("link", { name: "Show all coins" })).toBeVisible();
  await shown(page).click();
  await expect(headline(page)).toHaveText(/^Send exactly 25\sUSDT on Polygon to this address$/);
  await context.close();
});

/** A rendered page of forty coins, more than a sandbox has. */
async function showManyCoins(page: Page): Promise<void> {
  const show = await showRendered(page);
  const shot = (await renderPages("en")).find(({ folder, name }) => folder === "pay" && name === "choose");
  if (shot === undefined) throw new Error("no page of many coins");
  await show(shot);
}

test("many coins are collapsed behind one line, which a key expands and a search includes", async ({ page }) => {
  await showManyCoins(page);
  const summary = page.locator("#more summary");
  const folded = page.locator('button[value="SOL@tron"]');
  const field = page.getByRole("searchbox");
  await expect(summary).toHaveText("Show all 10 coins");
  await expect(page.locator('button[value="USDT@eth"]')).toBeVisible();
  await expect(folded).toBeHidden();

  await field.fill("sol tron");
  await expect.poll(() => valuesOf(page)).toEqual(["SOL@tron"]);
  await expect(summary).toBeHidden();
  await field.fill("");
  await expect(folded).toBeHidden();
  await expect(summary).toBeVisible();

  await summary.focus();
  await page.keyboard.press("Enter");
  await expect(folded).toBeVisible();
  await expectAccessible(page);
  await field.fill("nothing like it");
  await expect(page.getByText("No matches.")).toBeVisible();
  await field.fill("");
  await expect(folded).toBeVisible();
  await expect.poll(() => valuesOf(page)).toHaveLength(40);
});

test("without scripts the collapsed coins can still be expanded", async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await showManyCoins(page);
  const folded = page.locator('button[value="SOL@tron"]');
  await expect(folded).toBeHidden();
  await page.getByText("Show all 10 coins").click();
  await expect(folded).toBeVisible();
  await page.close();
});

test("the coin can be changed, keeps its address within a chain family, and the page says when one change is left and none", async ({
  page,
}) => {
  await page.goto((await newInvoice()).url);
  const coins = ["USDT@bsc", "USDT@polygon"];
  const addresses = new Set<string>();
  for (let turn = 0; turn < 10; turn++) {
    if (turn === 9) await expect(page.getByText("You can change the coin once more.")).toBeVisible();
    await page.locator(`button[value="${coins[turn % 2]}"]`).click();
    await expect(headline(page)).toContainText("Send exactly");
    addresses.add((await page.locator("code.address").textContent()) ?? "");
    if (turn < 9) await page.getByRole("link", { name: /^Choose another coin/ }).click();
  }
  expect(addresses.size).toBe(1);
  await expect(page.getByText("The coin can no longer be changed.")).toBeVisible();
  await page.getByRole("button", { name: "Pay exactly" }).click();
  await expect(headline(page)).toHaveText("Paid. Thank you!");
});

test("a single allowed coin is selected at once", async ({ page }) => {
  await page.goto((await newInvoice({ currencies: [{ currency: "USDT", network: "bsc" }] })).url);
  await expect(headline(page)).toHaveText(/^Send exactly 25\sUSDT on BNB Smart Chain to this address$/);
  await expect(page.getByRole("link", { name: /^Choose another coin/ })).toHaveCount(0);
});
