import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { newInvoice } from "./new-invoice";

const IN_USDT = { to_currency: "USDT", network: "bsc" };
const headline = (page: Page) => page.getByRole("heading", { level: 1 });
const root = (page: Page) => page.locator("html");

test("the language is changed at the bottom of the page, and stays while a coin is chosen", async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto((await newInvoice()).url);
  await page.getByText("Language: English").click();
  await page.getByRole("link", { name: "العربية" }).click();
  await expect(root(page)).toHaveAttribute("lang", "ar");
  await expect(root(page)).toHaveAttribute("dir", "rtl");
  await page.locator("#coins button").first().click();
  await expect(headline(page)).toContainText("بالضبط");
  await expect(root(page)).toHaveAttribute("dir", "rtl");
  await page.close();
});

test("a chosen language applies to other payments, their updates and their end", async ({ page }) => {
  await page.goto(`${(await newInvoice()).url}?lang=de`);
  await page.goto((await newInvoice(IN_USDT)).url);
  await expect(headline(page)).toContainText("Senden Sie genau 25 USDT");
  await page.getByRole("button", { name: "Genau bezahlen" }).click();
  await expect(headline(page)).toHaveText("Bezahlt. Vielen Dank!");
  await expect(page.locator("#spoken")).toHaveText("Bezahlt. Vielen Dank!");
  await expect(root(page)).toHaveAttribute("lang", "de");
});

test("a right-to-left page does not overflow on a narrow screen and is accessible", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const { url } of [await newInvoice(), await newInvoice(IN_USDT)]) {
    await page.goto(`${url}?lang=ar`);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over).toBe(0);
    await expectAccessible(page);
  }
});
