import { randomUUID } from "node:crypto";
import { type Browser, expect, type Page } from "@playwright/test";
import { BOTH_THEMES, expectAccessible } from "../accessibility";
import { openOwnShop } from "../dashboard/own-shop";
import { test } from "../dashboard/session";
import { sandbox } from "../machine-api";
import { act } from "./gateway-actions";
import { newLink } from "./new-link";
import { openShop } from "./shop-page";

/**
 * A link made in the dashboard, and bought: on a phone without scripts, by two people at once, and
 * in a page of a shop.
 */

const PATIENT = { timeout: 60_000 };
const PHONE = { width: 390, height: 844 };

/** A person with a browser of their own, on the page of a link. */
async function buyerOf(browser: Browser, url: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(url);
  return page;
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("a merchant makes a link with two pieces, which are bought on a phone without scripts until it is sold out", async ({
  asMerchant: merchant,
  browser,
}) => {
  test.slow();
  const name = `tea-${randomUUID().slice(0, 8)}`;
  const title = `Green tea ${name.slice(4)}`;
  await merchant.goto("/payment-links/new");
  await merchant.getByLabel("Title").fill(title);
  await merchant.getByLabel("Name in the URL").fill("admin");
  await merchant.getByLabel("Amount", { exact: true }).fill("9.50");
  await merchant.getByLabel("Maximum quantity").fill("2");
  await merchant.getByLabel("Stock").fill("2");
  await merchant.getByLabel("Note to you").selectOption("Required");
  await merchant.getByRole("button", { name: "Create payment link" }).click();
  await expect(merchant.getByText("This name is reserved. Choose another one.")).toBeVisible();
  await merchant.getByLabel("Name in the URL").fill(name);
  await merchant.getByRole("button", { name: "Create payment link" }).click();
  await expect(heading(merchant)).toContainText(title);
  await expect(heading(merchant)).toContainText("Active");
  await expect(merchant.getByRole("region", { name: "button" })).toContainText(`/l/${name}`);

  const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
  const page = await context.newPage();
  const url = `${sandbox.baseUrl}/l/${name}`;
  await page.goto(url);
  await expect(heading(page)).toHaveText(title);
  await expect(page.getByText("9.50 USD each")).toBeVisible();
  expect(await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")).toBe(true);
  await page.getByLabel("Quantity").fill("2");
  await page.getByLabel(/^Note for /).fill("gift wrap");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page).toHaveURL(/\/pay\/[0-9a-f-]{36}$/);
  await expect(heading(page)).toContainText("19.00 USD");
  const payment = page.url();

  const other = await context.newPage();
  await other.goto(url);
  await expect(heading(other)).toHaveText("Sold out");
  await expect(other.getByRole("button", { name: "Continue to payment" })).toHaveCount(0);

  await page
    .getByRole("button", { name: /BNB Smart Chain/ })
    .first()
    .click();
  await page.request.post(`${payment}/sandbox`, { form: { kind: "exact" } });
  await expect(async () => {
    await page.goto(payment);
    await expect(heading(page)).toHaveText("Paid. Thank you!", { timeout: 500 });
  }).toPass(PATIENT);
  await context.close();

  await merchant.goto("/payment-links");
  await merchant.getByLabel("Search payment links").fill(name);
  await expect(merchant).toHaveURL(new RegExp(`q=${name}`));
  await merchant.getByRole("link", { name: title }).click();
  await expect(heading(merchant)).toContainText("Sold out");
  await expect(merchant.getByText("gift wrap")).toBeVisible();
  await merchant.getByRole("button", { name: "Change…" }).click();
  await expectAccessible(merchant);
  await merchant.getByLabel("Stock").fill("5");
  await merchant.getByRole("button", { name: "Save" }).click();
  await expect(heading(merchant)).toContainText("Active");
  await merchant.getByRole("link", { name: new RegExp(`^${name}-`) }).click();
  await expect(merchant.getByRole("link", { name: title })).toBeVisible();
});

test("of two people who buy the last piece at once, one pays and the other reads that it is sold out", async ({
  asMerchant: merchant,
  browser,
}) => {
  const name = `last-${randomUUID().slice(0, 8)}`;
  const { id, url } = await newLink(merchant, { name, title: "The last cup", stock: "1" });
  const [one, other] = await Promise.all([buyerOf(browser, url), buyerOf(browser, url)]);
  await expectAccessible(one, BOTH_THEMES);
  await Promise.all([one, other].map((buyer) => buyer.getByRole("button", { name: "Continue to payment" }).click()));
  const isLost = (buyer: Page) => heading(buyer).evaluate(({ textContent }) => textContent === "Sold out");
  expect([await isLost(one), await isLost(other)].toSorted()).toEqual([false, true]);
  const [winner, loser] = (await isLost(one)) ? [other, one] : [one, other];
  await expect(winner).toHaveURL(/\/pay\/[0-9a-f-]{36}$/);
  await expect(heading(winner)).toContainText("12.00 USD");
  await expect(loser).toHaveURL(url);
  await expectAccessible(loser, BOTH_THEMES);

  await merchant.goto(`/payment-links/${id}`);
  await expect(merchant.getByRole("link", { name: new RegExp(`^${name}-[0-9a-f]{12}$`) })).toHaveCount(1);
  await expectAccessible(merchant, BOTH_THEMES);
  for (const buyer of [one, other]) await buyer.context().close();
});

test("a pasted button opens the link over the shop's page, which learns that its order is paid", async ({
  page,
  browser,
}) => {
  const shop = await openShop();
  const merchant = await openOwnShop(browser);
  try {
    await act(merchant, "/api/rpc/merchant.changeBrand", { accent: null, embedOrigins: [shop.origin] });
    const { url } = await newLink(merchant, { name: `over-${randomUUID().slice(0, 8)}`, title: "Tea over the page" });
    await page.goto(`${shop.origin}/?pay=${encodeURIComponent(url)}`);
    await page.getByRole("link", { name: "Pay with crypto" }).click();
    const inside = page.frameLocator('iframe[title="Payment"]');
    await expect(inside.getByRole("heading", { level: 1 })).toHaveText("Tea over the page");
    await inside.getByRole("button", { name: "Continue to payment" }).click();
    await inside
      .getByRole("button", { name: /BNB Smart Chain/ })
      .first()
      .click();
    await inside.getByRole("button", { name: "Pay exactly" }).click();
    await expect(page.locator("#told")).toHaveText(/^chaintill:paid [0-9a-f-]{36} paid;/, PATIENT);
  } finally {
    await shop.close();
    await merchant.context().close();
  }
});
