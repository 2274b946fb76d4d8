import { expect, test } from "@playwright/test";
import { newInvoice } from "./new-invoice";

const IN_ETH = { to_currency: "ETH", network: "eth" };

test("too little: the page asks for the exact rest, and the rest completes it", async ({ page }) => {
  const { url } = await newInvoice(IN_ETH);
  await page.goto(url);
  await page.getByRole("button", { name: "Pay too little" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Send the rest");
  await expect(page.getByText(/has arrived and is counted/)).toBeVisible();
  await page.getByRole("button", { name: "Pay exactly" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paid. Thank you!");
});

test("too much: the page is paid, names the difference and whom to ask", async ({ page }) => {
  const { url, orderId } = await newInvoice({ to_currency: "USDT", network: "polygon" });
  await page.goto(url);
  await page.getByRole("button", { name: "Pay too much" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paid, with 12.5 USDT too much");
  await expect(page.getByText(`name order ${orderId}`)).toBeVisible();
});

test("wrong token: the page says that it is safe, gives a case number, and still asks for the right coin", async ({
  page,
}) => {
  const { url } = await newInvoice({ to_currency: "USDT", network: "bsc" });
  await page.goto(url);
  await page.getByRole("button", { name: "Pay wrong token" }).click();
  await expect(
    page.getByText(/5\sUSDC on BNB Smart Chain arrived, which is not the coin of this payment\. It is safe\./),
  ).toBeVisible();
  await expect(page.getByText(/^Case [0-9A-F]{8}$/)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Send exactly 25 USDT");
});

test("one payment only: too little closes it, and the page says what is missing and whom to ask", async ({ page }) => {
  const { url } = await newInvoice({ to_currency: "USDT", network: "bsc", is_payment_multiple: false });
  await page.goto(url);
  await page.getByRole("button", { name: "Pay too little" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("12.5 USDT arrived, 12.5 USDT is missing");
});

test("an unknown link is a page of its own", async ({ page }) => {
  const response = await page.goto("/pay/00000000-0000-4000-8000-000000000000");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is no payment here");
});
