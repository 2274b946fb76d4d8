import { randomUUID } from "node:crypto";
import { type Browser, expect, type Page } from "@playwright/test";
import { openOwnShop } from "../dashboard/own-shop";
import { test } from "../dashboard/session";
import { newLink } from "../pay/new-link";
import { shoot } from "./shoot";

/** Screenshots of the pages of payment links: empty and full, and what payers see. */

const FOLDER = "payment-links";
const VIEWS = { widths: [390, 1440], schemes: ["light", "dark"] } as const;

async function look(page: Page, address: string, name: string): Promise<void> {
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  await shoot(page, FOLDER, name, VIEWS);
}

/** Orders on the page of a link. Returns the payment page. */
async function order(browser: Browser, url: string, fields: Readonly<Record<string, string>> = {}): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(url);
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page).toHaveURL(/\/pay\//);
  return page;
}

test("payment links of a new shop", async ({ browser }) => {
  test.setTimeout(300_000);
  const page = await openOwnShop(browser);
  await look(page, "/payment-links", "list-empty");
  await look(page, "/payment-links/new", "new-empty");
  const { id } = await newLink(page, { name: `new-${randomUUID().slice(0, 8)}`, title: "A first cup of tea" });
  await look(page, `/payment-links/${id}`, "detail-empty");
  await page.context().close();
  const viewer = await openOwnShop(browser, "viewer");
  await look(viewer, "/payment-links/new", "new-viewer");
  await viewer.context().close();
});

test("payment links that sell, and what their payers see", async ({ asMerchant: page, browser }) => {
  test.setTimeout(600_000);
  const mark = randomUUID().slice(0, 6);
  const tea = await newLink(page, {
    name: `green-tea-${mark}`,
    title: "Green tea from the first harvest, 100 g",
    quantityMax: "5",
    stock: "8",
    useLimit: "20",
    endsAt: "2030-01-01T00:00:00.000Z",
    noteQuestion: "optional",
    emailQuestion: "required",
    urlCallback: "http://127.0.0.1:9/callback",
  });
  const gift = await newLink(page, {
    name: `donation-${mark}`,
    title: "Support the reading room",
    amount: "",
    amountMin: "5",
    amountMax: "2500",
    noteQuestion: "required",
  });
  const last = await newLink(page, { name: `last-${mark}`, title: "The last cup", stock: "1" });
  const over = await newLink(page, { name: `winter-${mark}`, title: "Winter market, entrance", useLimit: "0" });
  const plain = await newLink(page, {
    name: `pot-${mark}`,
    title: "Iron pot, 1.2 l",
    currency: "EUR",
    amount: "89.90",
  });

  await look(page, tea.url, "page-questions");
  await look(page, `${tea.url}?poster`, "page-poster");
  const arabic = await browser.newPage();
  await look(arabic, `${tea.url}?lang=ar`, "page-questions-ar");
  await arabic.close();
  await look(page, plain.url, "page");
  await look(page, gift.url, "page-open");
  await page.getByLabel(/^Amount in/).fill("1");
  await page.getByLabel(/^Note for/).fill("For the new lamps");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await shoot(page, FOLDER, "page-open-refused", VIEWS);
  await look(page, over.url, "page-sold-out");

  const fields = { Quantity: "2", "Note for": "Please wrap it as a gift", "E-mail address": "ada@example.com" };
  const bought = await order(browser, tea.url, fields);
  await shoot(bought, FOLDER, "pay-of-link", VIEWS);
  await bought
    .getByRole("button", { name: /BNB Smart Chain/ })
    .first()
    .click();
  await bought.getByRole("button", { name: "Pay exactly" }).click();
  await expect(bought.getByRole("heading", { level: 1 })).toHaveText("Paid. Thank you!");
  await bought.close();
  await (await order(browser, tea.url, { ...fields, Quantity: "1" })).close();
  await (await order(browser, gift.url, { "Amount in": "75", "Note for": "For the new lamps" })).close();
  await (await order(browser, plain.url)).close();
  await (await order(browser, last.url)).close();

  await look(page, "/payment-links", "list");
  await look(page, `/payment-links/${gift.id}`, "detail-open");
  await look(page, `/payment-links/${tea.id}`, "detail");
  await page.getByRole("button", { name: "Change…" }).click();
  await shoot(page, FOLDER, "change", VIEWS);
  await page.keyboard.press("Escape");
  await page
    .getByRole("link", { name: new RegExp(`^green-tea-${mark}-`) })
    .last()
    .click();
  await page.waitForURL(/\/invoices\//);
  await expect(page.getByText("Payer's note")).toBeVisible();
  await shoot(page, FOLDER, "invoice", VIEWS);
  await page.goto("/payment-links/new");
  await page.getByLabel("Title").fill("Tea");
  await page.getByLabel("Name in the URL").fill("admin");
  await page.getByLabel("Amount", { exact: true }).fill("9.50");
  await page.getByRole("button", { name: "Create payment link" }).click();
  await expect(page.getByText("This name is reserved.")).toBeVisible();
  await shoot(page, FOLDER, "new-refused", VIEWS);
});
