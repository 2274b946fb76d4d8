import { expect, type Page } from "@playwright/test";
import { hydrated } from "../hydrated";
import { newInvoice } from "../pay/new-invoice";
import { test } from "./session";

const LISTS = ["/invoices", "/payouts", "/wallets", "/cases", "/transfers"] as const;

async function expectNothingBeyond(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

const searchOf = (page: Page) => page.getByRole("main").getByRole("searchbox");

test("a key focuses the search of every list, which reports when nothing matches", async ({ asMerchant: page }) => {
  for (const path of LISTS) {
    await page.goto(path);
    await hydrated(searchOf(page));
    await page.keyboard.press("/");
    await expect(searchOf(page)).toBeFocused();
    await page.keyboard.type("nothing-begins-so");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/[?&]q=nothing-begins-so/);
    await page.getByRole("button", { name: "Clear filter" }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
});

test("Enter moves from a search to the first row, in the order of the sorted column, and a second Enter opens it", async ({
  asMerchant: page,
}) => {
  const name = `sorted-${Date.now()}`;
  const older = await newInvoice({ order_id: `${name}-1`, to_currency: "USDT", network: "bsc" });
  await newInvoice({ order_id: `${name}-2`, to_currency: "USDT", network: "bsc" });
  const links = page.getByRole("table", { name: "Invoices" }).getByRole("link", { name: new RegExp(`^${name}`) });
  const created = page.getByRole("columnheader", { name: "Created" });

  await page.goto(`/invoices?q=${name}`);
  await expect(links).toHaveText([`${name}-2`, `${name}-1`]);
  await expect(created).toHaveAttribute("aria-sort", "descending");
  await created.getByRole("button").click();
  await expect(page).toHaveURL(/[?&]sort=oldest/);
  await expect(links).toHaveText([`${name}-1`, `${name}-2`]);
  await expect(created).toHaveAttribute("aria-sort", "ascending");
  await page.reload();
  await expect(links).toHaveText([`${name}-1`, `${name}-2`]);
  await hydrated(searchOf(page));
  await page.keyboard.press("/");
  await page.keyboard.press("Enter");
  await expect(links.first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/invoices/${older.uuid}$`));

  await page.goto("/invoices?sort=oldest");
  await searchOf(page).fill(name);
  await page.keyboard.press("Enter");
  await expect(links.first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/invoices/${older.uuid}$`));
});

test("a fully loaded table is sorted in the browser, on a phone by a select instead of its headers", async ({
  asMerchant: page,
}) => {
  await page.goto("/balances");
  const table = page.getByRole("table", { name: "Business wallet" });
  const coin = table.getByRole("columnheader", { name: "Coin" });
  const names = () => table.locator("tbody a").allInnerTexts();
  await hydrated(coin.getByRole("button"));
  await coin.getByRole("button").click();
  await expect(coin).toHaveAttribute("aria-sort", "ascending");
  const rising = await names();
  expect(rising).toEqual(rising.toSorted((a, b) => a.localeCompare(b, "en", { sensitivity: "base" })));
  await coin.getByRole("button").click();
  await expect(coin).toHaveAttribute("aria-sort", "descending");
  expect(await names()).toEqual(rising.toReversed());

  await page.setViewportSize({ width: 360, height: 740 });
  await expect(coin.getByRole("button")).toBeHidden();
  await page.getByLabel("Sort by").first().selectOption({ label: "Coin: A to Z" });
  expect(await names()).toEqual(rising);
  await expectNothingBeyond(page);
  await page.goto("/cases?sort=oldest&status=all");
  await expect(page.getByRole("main").getByRole("combobox", { name: "Order" })).toHaveValue("oldest");
  await expectNothingBeyond(page);
});
