import { expect, type Page } from "@playwright/test";
import { openOwnShop } from "../dashboard/own-shop";
import { test } from "../dashboard/session";
import { act } from "../pay/gateway-actions";
import { shoot } from "./shoot";

/** Screenshots of the point of sale: empty, selling, without a connection, waiting, paid. */

const FOLDER = "point-of-sale";
const VIEWS = { widths: [390, 1440], schemes: ["light", "dark"] } as const;
const ITEMS = [
  ["Green tea from the first harvest", "3.50"],
  ["Espresso", "2.20"],
  ["Lemon cake", "4.80"],
  ["Sandwich with cheese and tomatoes", "6.90"],
  ["Iron pot, 1.2 l", "89.90"],
] as const;

async function look(page: Page, address: string, name: string): Promise<void> {
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  await shoot(page, FOLDER, name, VIEWS);
}

test("the point of sale of a new shop", async ({ browser }) => {
  test.setTimeout(300_000);
  const page = await openOwnShop(browser);
  await look(page, "/point-of-sale", "terminal-empty");
  await look(page, "/point-of-sale/settings", "settings-empty");
  await page.context().close();
  const viewer = await openOwnShop(browser, "viewer");
  await look(viewer, "/point-of-sale", "terminal-viewer");
  await viewer.context().close();
});

test("the point of sale while it sells", async ({ browser }) => {
  test.setTimeout(600_000);
  const page = await openOwnShop(browser);
  await act(page, "/api/rpc/pointOfSale.changeSettings", { currency: "EUR", tips: "5, 10, 15" });
  for (const [name, price] of ITEMS) await act(page, "/api/rpc/pointOfSale.createItem", { name, price });
  await look(page, "/point-of-sale/settings", "settings");
  await page.getByRole("button", { name: "Change…" }).first().click();
  await shoot(page, FOLDER, "item-change", VIEWS);
  await page.goto("/point-of-sale");
  for (const name of ["Espresso", "Espresso", "Lemon cake"])
    await page
      .getByRole("button", { name: new RegExp(`^One more: ${name}`) })
      .first()
      .click();
  await page.getByRole("button", { name: "10%" }).click();
  await shoot(page, FOLDER, "terminal-items", VIEWS);
  await page.getByRole("tab", { name: "Keypad" }).click();
  for (const key of ["1", "2", "decimal point", "5"])
    await page.getByRole("button", { name: `Key ${key}`, exact: true }).click();
  await shoot(page, FOLDER, "terminal-keypad", VIEWS);

  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Charge" }).click();
  await expect(page.getByText("Not sent yet, trying again")).toBeVisible();
  await shoot(page, FOLDER, "not-sent", VIEWS);
  await page.context().setOffline(false);
  const link = page.getByRole("link", { name: "the payment page" });
  await expect(link).toBeVisible();
  await shoot(page, FOLDER, "waiting", VIEWS);

  const customer = await browser.newPage();
  await customer.goto((await link.getAttribute("href")) ?? "");
  await customer
    .getByRole("button", { name: /BNB Smart Chain/ })
    .first()
    .click();
  await customer.getByRole("button", { name: "Pay exactly" }).click();
  await expect(page.getByText("Paid", { exact: true }).first()).toBeVisible({ timeout: 60_000 });
  await customer.close();
  await shoot(page, FOLDER, "paid", VIEWS);
  await page.getByRole("button", { name: "Mail receipt…" }).click();
  await shoot(page, FOLDER, "receipt", VIEWS);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Next sale" }).click();
  await expect(page.getByText("1 paid sale")).toBeVisible();
  await shoot(page, FOLDER, "today", VIEWS);
});
