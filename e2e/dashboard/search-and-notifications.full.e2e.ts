import { expect } from "@playwright/test";
import { newInvoice } from "../pay/new-invoice";
import { test } from "./session";

const NOBODYS = "00000000-0000-4000-8000-000000000000";

test("the palette finds an invoice by its order id, and shortcuts navigate, but not while typing", async ({
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

test("j and k move through the rows of a list, Enter opens one, and neither acts while typing", async ({
  asMerchant: page,
}) => {
  const prefix = `keys-${Date.now()}`;
  const older = await newInvoice({ order_id: `${prefix}-1`, to_currency: "USDT", network: "bsc" });
  await newInvoice({ order_id: `${prefix}-2`, to_currency: "USDT", network: "bsc" });
  await page.goto(`/invoices?q=${prefix}`);
  const rowOf = (number: number) => page.getByRole("link", { name: `${prefix}-${number}` });
  const [first, second] = [rowOf(2), rowOf(1)];
  await expect(second).toBeVisible();
  await expect(page.getByRole("button", { name: "Open 2" })).toBeVisible();

  await page.getByRole("searchbox").press("End");
  await page.keyboard.press("j");
  await expect(page.getByRole("searchbox")).toHaveValue(`${prefix}j`);
  // Loaded again: the router drops a navigation that begins while the typed text is written to the
  // URL.
  await page.goto(`/invoices?q=${prefix}`);
  await expect(first).toBeVisible();
  await page.keyboard.press("j");
  await expect(first).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(second).toBeFocused();
  await page.keyboard.press("k");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/invoices/${older.uuid}$`));
});

test("a payment appears under the bell while another page is open", async ({ asMerchant: page }) => {
  const orderId = `bell-${Date.now()}`;
  const { uuid, url } = await newInvoice({ order_id: orderId, to_currency: "USDT", network: "bsc" });
  await page.goto("/balances");
  await page.request.post(`${url}/sandbox`, { form: { kind: "exact" } });

  await page.getByRole("button", { name: /^Notifications, .* unread$/ }).click();
  const told = page.getByRole("dialog", { name: "Notifications" }).getByRole("button", { name: orderId });
  await expect(told).toBeVisible({ timeout: 30_000 });
  await told.click();
  await expect(page).toHaveURL(new RegExp(`/invoices/${uuid}$`));
});

test("on a phone the menu leads everywhere", async ({ asMerchant: page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto("/overview");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Balances" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Balances");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("an unknown object and an invalid id show a not-found message", async ({ asMerchant: page }) => {
  for (const id of ["invoices/not-an-id", ...["invoices", "payouts", "wallets"].map((list) => `${list}/${NOBODYS}`)]) {
    await page.goto(`/${id}`);
    await expect(page.getByText("Page not found")).toBeVisible();
  }
});
