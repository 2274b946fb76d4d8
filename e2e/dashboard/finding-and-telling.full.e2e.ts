import { expect } from "@playwright/test";
import { newInvoice } from "../pay/new-invoice";
import { test } from "./session";

test("the palette finds an invoice by its order id, and keys lead about, but not while one types", async ({
  asMerchant: page,
}) => {
  const orderId = `palette-${Date.now()}`;
  const { uuid } = await newInvoice({ order_id: orderId, to_currency: "USDT", network: "bsc" });
  await page.goto("/overview");
  await page.getByRole("button", { name: "Search and commands" }).waitFor();
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Search and commands" });
  await field.fill(orderId);
  await expect(page.getByRole("option", { name: orderId })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/invoices/${uuid}$`));

  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await expect(page).toHaveURL(/\/payouts$/);
  const search = page.getByRole("searchbox").first();
  await search.waitFor();
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await page.keyboard.type("gi?");
  await expect(search).toHaveValue("gi?");
  await expect(page).toHaveURL(/\/payouts(\?|$)/);
  await search.blur();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
});
