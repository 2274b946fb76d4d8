import { expect, test } from "@playwright/test";
import { newInvoice } from "./new-invoice";

test("a payer chooses USDT on BNB Smart Chain, pays, and the open page turns paid without a reload", async ({
  page,
}) => {
  const { url, orderId } = await newInvoice();
  await page.goto(url);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Choose how to pay 25.00 USD");

  const coin = page.locator("#coins > li", { hasText: "Tether USD" });
  await coin.getByRole("button", { name: /BNB Smart Chain/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    /^Send exactly 25\sUSDT on BNB Smart Chain to this address$/,
  );
  await expect(page.getByRole("img", { name: /QR code of the payment/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /Back to the shop shop.example/ })).toHaveAttribute(
    "href",
    "https://shop.example/cart",
  );

  await page.getByRole("button", { name: "Pay exactly" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paid. Thank you!");
  await expect(page.getByRole("region", { name: "Receipt" })).toContainText(orderId);
  await expect(page.getByRole("link", { name: /Continue to the shop/ })).toHaveAttribute(
    "href",
    "https://shop.example/thanks",
  );
  await expect(page).toHaveTitle(/^Paid/);
});

test("updates need no reload, are announced, and keep the chosen tab", async ({ page, request }) => {
  const { url } = await newInvoice({ to_currency: "ETH", network: "eth" });
  await page.goto(url);
  await page.getByText("Address only").click();
  await page.evaluate(() => document.body.setAttribute("data-kept", "yes"));

  await request.post(`${url}/sandbox`, { form: { kind: "little" } });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Send the rest: exactly [0-9.]+\sETH on Ethereum$/);
  await expect(page.locator("#spoken")).toHaveText(/^Send the rest/);
  await expect(page.getByRole("img", { name: "QR code of the address" })).toBeVisible();
  expect(await page.locator("body").getAttribute("data-kept")).toBe("yes");
});

test("without scripts the same payment works, with manual reloads", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const { url } = await newInvoice();
  await page.goto(url);
  await page
    .getByRole("button", { name: /^Ethereum ERC-20/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Send exactly");
  await expect(page.getByRole("img", { name: /QR code of the payment/ })).toBeVisible();
  await page.getByText("Address only").click();
  await expect(page.getByRole("img", { name: "QR code of the address" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy address" })).toBeHidden();

  await page.getByRole("button", { name: "Pay exactly" }).click();
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paid. Thank you!", { timeout: 500 });
  }).toPass();
  await context.close();
});

test("the coin can be changed while nothing has been paid, and the old choice stays one tap away", async ({ page }) => {
  const { url } = await newInvoice();
  await page.goto(url);
  const choose = (coin: string, network: RegExp) =>
    page.locator("#coins > li", { hasText: coin }).getByRole("button", { name: network }).click();
  await choose("Tether USD", /^Ethereum/);
  await page.getByRole("link", { name: "Choose another coin" }).click();
  await page.getByRole("link", { name: /^Keep 25\sUSDT$/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("25 USDT on Ethereum");
  await page.getByRole("link", { name: "Choose another coin" }).click();
  await choose("USD Coin", /^Polygon/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("25 USDC on Polygon");
});
