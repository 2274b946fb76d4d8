import { expect, type Page, test } from "@playwright/test";
import { newWallet } from "../wallet/new-wallet";
import { newInvoice } from "./new-invoice";

const IN_USDT = { to_currency: "USDT", network: "bsc" };
const headline = (page: Page) => page.getByRole("heading", { level: 1 });
const fromExchange = (page: Page) => page.getByRole("link", { name: "From an exchange" });

test("a payer from an exchange types the amount that makes the exact sum arrive, and pays it", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto((await newInvoice(IN_USDT)).url);
  await fromExchange(page).click();
  const type = page.locator(".fact", { hasText: "Amount to enter" });
  await expect(type).toContainText(/25\.3\sUSDT/);
  await expect(type).toContainText(/about 25\sUSDT arrives, 25\sUSDT is needed/);
  await type.getByRole("button", { name: "Copy amount" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("25.3");
  await expect(page.locator(".fact", { hasText: "adds its fee on top" })).toContainText(/25\sUSDT/);
  await expect(page.getByText("Exchanges call this network:")).toContainText("BEP20");
  await expect(page.getByRole("img", { name: "QR code of the address" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Open in wallet app" })).toHaveCount(0);

  await page.getByRole("button", { name: "Pay exactly" }).click();
  await expect(headline(page)).toHaveText("Paid. Thank you!");
});

test("without scripts the switch works in both directions, and survives the choice of a coin", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto((await newInvoice()).url);
  await fromExchange(page).click();
  await page.locator('button[value="USDT@bsc"]').click();
  await expect(page.getByText("Amount to enter")).toBeVisible();
  await page.getByRole("link", { name: "From a wallet" }).click();
  await expect(page.getByText("Amount to enter")).toHaveCount(0);
  await expect(page.getByRole("img", { name: /QR code of the payment/ })).toBeVisible();
  await context.close();
});

test("a payment below the usual minimum says so before anything is typed, and links to other coins", async ({
  page,
}) => {
  await page.goto(
    (await newInvoice({ amount: "4", currencies: [{ currency: "USDT" }, { currency: "ETH", network: "eth" }] })).url,
  );
  await fromExchange(page).click();
  await page.locator('button[value="USDT@bsc"]').click();
  await expect(page.getByText(/Exchanges usually send no less than 10\sUSDT/)).toBeVisible();
  await page.getByRole("link", { name: "Choose another coin or network" }).click();
  await expect(page.locator('button[value="USDT@eth"]')).toContainText("below the usual exchange minimum");
});

test("a remainder below the minimum is shown on the open page, with a contact for the refund", async ({ page }) => {
  await page.goto(`${(await newInvoice({ ...IN_USDT, amount: "15" })).url}?exchange=1`);
  await page.getByRole("button", { name: "Pay too little" }).click();
  await expect(headline(page)).toContainText("Send the rest");
  await page.goto(`${page.url().split("?")[0]}?exchange=1`);
  await expect(page.getByText(/is less than exchanges usually send \(10\sUSDT\)/)).toBeVisible();
  await expect(page.locator("main").getByText(/^Questions[?] Ask /)).toBeVisible();
});

test("the page of a static wallet names the network as exchanges do, and their minimum", async ({ page }) => {
  await page.goto((await newWallet()).url);
  await page.getByText("From an exchange", { exact: true }).click();
  await expect(page.getByText("Exchanges call this network:")).toContainText("BEP20");
  await expect(page.locator(".fact", { hasText: "Usual exchange minimum" })).toContainText(/10(\.00)?\sUSDT/);
});
