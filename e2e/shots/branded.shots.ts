import { type Browser, expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { onPage } from "../dashboard/on-page";
import { openOwnShop } from "../dashboard/own-shop";
import { sandbox, test } from "../dashboard/session";
import { freshAddress } from "../shop/sandbox-chain";
import { shoot } from "./shoot";

/**
 * Screenshots of the payment page of a shop with its own logo and colour, with real payments and a
 * real refund.
 */

const SETTLING = { timeout: 60_000 };

const LANTERN = `<svg xmlns="http://www.w3.org/2000/svg" width="330" height="96"><circle cx="48" cy="48" r="40" fill="#c2410c"/>
<path d="M30 30h36v36H30z" fill="#ffedd5"/><path d="M110 28h210v16H110zM110 56h150v14H110z" fill="#222"/></svg>`;

const heading = (page: Page, text: string) =>
  expect(page.getByRole("heading", { level: 1 })).toContainText(text, SETTLING);

/** Opens the page of a new shop's owner, with branding set. */
async function openBrandedShop(browser: Browser): Promise<Page> {
  const owner = await openOwnShop(browser);
  const headers = await onPage(owner);
  const look = await owner.request.post("/api/rpc/merchant.changeBrand", {
    headers,
    data: { accent: "#c2410c", embedOrigins: [] },
  });
  expect(look.ok()).toBe(true);
  const logo = await owner.request.post("/api/merchant/brand/logo", {
    headers: { ...headers, "content-type": "application/octet-stream" },
    data: await sharp(Buffer.from(LANTERN)).png().toBuffer(),
  });
  expect(logo.ok()).toBe(true);
  return owner;
}

/** Opens a new invoice of that shop as its payer. */
async function openPayment(owner: Page, browser: Browser): Promise<{ readonly payer: Page; readonly id: string }> {
  const terms = { amount: "25", currency: "USD", coin: "USDT", network: "bsc", lifetimeSeconds: 3600 };
  const links = { urlCallback: "", urlReturn: "https://shop.example/cart", urlSuccess: "https://shop.example/thanks" };
  const answer = await owner.request.post("/api/rpc/invoices.create", {
    headers: await onPage(owner),
    data: { ...terms, ...links, orderId: "", additionalData: "" },
  });
  const { id }: { id: string } = await answer.json();
  const payer = await browser.newPage();
  await payer.goto(`${sandbox.baseUrl}/pay/${id}`);
  return { payer, id };
}

test("a branded shop: waiting, paid, refunded", async ({ browser }) => {
  test.setTimeout(240_000);
  const owner = await openBrandedShop(browser);
  const { payer, id } = await openPayment(owner, browser);
  await heading(payer, "Send exactly");
  await shoot(payer, "pay", "shop-waiting");
  await payer.getByRole("button", { name: "Pay exactly" }).click();
  await heading(payer, "Paid. Thank you!");
  await shoot(payer, "pay", "shop-paid");

  await owner.goto(`/invoices/${id}`);
  await owner.getByRole("button", { name: "Refund…" }).click();
  const dialog = owner.getByRole("dialog");
  await dialog.getByLabel("Address").fill(freshAddress());
  await dialog.getByLabel("Refund", { exact: true }).selectOption("other");
  await dialog.getByLabel("Amount in USDT").fill("12");
  await expect(dialog.getByRole("button", { name: "Refund payment" })).toBeEnabled(SETTLING);
  await dialog.getByRole("button", { name: "Refund payment" }).click();
  await heading(payer, "Refunded");
  await shoot(payer, "pay", "shop-refunded");
  await owner.context().close();
});

test("a branded shop: overpaid, and a refund request for the difference", async ({ browser }) => {
  test.setTimeout(240_000);
  const owner = await openBrandedShop(browser);
  const { payer } = await openPayment(owner, browser);
  await payer.getByRole("button", { name: "Pay too much" }).click();
  await heading(payer, "too much");
  await shoot(payer, "pay", "shop-paid-over");
  await payer.getByRole("link", { name: "Ask for a refund" }).click();
  await payer.getByLabel(/^Your address on/).fill(freshAddress());
  await shoot(payer, "pay", "shop-refund-form");
  await owner.context().close();
});
