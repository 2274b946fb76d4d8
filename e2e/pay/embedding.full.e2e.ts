import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { onPage } from "../dashboard/on-page";
import { test } from "../dashboard/session";
import { sandbox } from "../machine-api";
import { type NewInvoice, newInvoice } from "./new-invoice";
import { openShop, type ShopPage } from "./shop-page";

const IN_USDT = { to_currency: "USDT", network: "bsc" };
/** The demo merchant has only one branding, which these tests change. */
test.describe.configure({ mode: "serial" });

let shop: ShopPage;
test.beforeAll(async () => {
  shop = await openShop();
});
test.afterAll(() => shop.close());

async function allow(asMerchant: Page, embedOrigins: readonly string[]): Promise<void> {
  const response = await asMerchant.request.post("/api/rpc/merchant.changeBrand", {
    data: { accent: null, embedOrigins },
    headers: await onPage(asMerchant),
  });
  expect(response.status()).toBe(200);
}

const shopUrl = ({ url }: NewInvoice, origin = shop.origin) => `${origin}/?pay=${encodeURIComponent(url)}`;
const modal = (page: Page) => page.getByRole("dialog", { name: "Payment" });
const inside = (page: Page) => page.frameLocator('iframe[title="Payment"]');
const told = (page: Page) => page.locator("#told");

test("a shop of the merchant opens the payment over its page, and is notified that it is paid", async ({
  page,
  asMerchant,
}) => {
  await allow(asMerchant, [shop.origin]);
  const invoice = await newInvoice();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).origin));
  await page.goto(shopUrl(invoice));
  await page.getByRole("link", { name: "Pay with crypto" }).click();
  await expect(modal(page)).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe("hidden");

  const coin = inside(page).locator("#coins > li", { hasText: "Tether USD" });
  await coin.getByRole("button", { name: /BNB Smart Chain/ }).click();
  await expect(inside(page).getByRole("heading", { level: 1 })).toContainText("Send exactly");
  await inside(page).getByRole("button", { name: "Pay exactly" }).click();
  await expect(inside(page).getByRole("heading", { level: 1 })).toHaveText("Paid. Thank you!");
  await expect(told(page)).toHaveText(`chaintill:paid ${invoice.uuid} paid;`);
  await expect(inside(page).getByRole("link", { name: /Continue to the shop/ })).toHaveAttribute("target", "_top");

  await page.getByRole("button", { name: "Close" }).click();
  await expect(modal(page)).toBeHidden();
  await expect(told(page)).toHaveText(`chaintill:paid ${invoice.uuid} paid; chaintill:closed;`);
  await expect(page.getByRole("link", { name: "Pay with crypto" })).toBeFocused();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).not.toBe("hidden");
  expect(new Set(asked)).toEqual(new Set([shop.origin, new URL(sandbox.baseUrl).origin]));
});

test("by keyboard alone: in, through the frame, out by Escape from either side", async ({ page, asMerchant }) => {
  await allow(asMerchant, [shop.origin]);
  await page.goto(shopUrl(await newInvoice(IN_USDT)));
  const link = page.getByRole("link", { name: "Pay with crypto" });
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(inside(page).getByRole("heading", { level: 1 })).toContainText("Send exactly");
  await expect(page.getByRole("button", { name: "Close" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(modal(page)).toBeHidden();
  await expect(link).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(inside(page).getByRole("button", { name: "Copy address" })).toBeVisible();
  const isInside = () => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.tagName === "IFRAME");
  await expect(async () => {
    await page.keyboard.press("Tab");
    expect(await isInside()).toBe(true);
  }).toPass();
  await inside(page).getByRole("button", { name: "Copy address" }).focus();
  await page.keyboard.press("Escape");
  await expect(modal(page)).toBeHidden();
  await expect(told(page)).toHaveText("chaintill:closed; chaintill:closed;");
});

test("the modal has no accessibility violation, fills a phone, and respects reduced motion", async ({
  page,
  asMerchant,
}) => {
  await allow(asMerchant, [shop.origin]);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(shopUrl(await newInvoice(IN_USDT)));
  await page.getByRole("link", { name: "Pay with crypto" }).click();
  await expect(inside(page).getByRole("heading", { level: 1 })).toContainText("Send exactly");
  expect(await modal(page).boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });
  expect(await modal(page).evaluate((dialog) => getComputedStyle(dialog).animationName)).toBe("none");
  await expectAccessible(page);
});

test("a stranger's page cannot frame the payment, and the modal shows the link without a frame", async ({
  page,
  asMerchant,
}) => {
  await allow(asMerchant, [shop.origin]);
  const invoice = await newInvoice(IN_USDT);
  await page.goto(`${shopUrl(invoice, shop.strangeOrigin)}&raw=1`);
  await expect(async () => {
    expect(page.frames().filter((frame) => frame.url().startsWith("chrome-error:"))).toHaveLength(1);
  }).toPass();
  await expect(page.frameLocator("#raw").getByRole("heading", { level: 1 })).toHaveCount(0);
  await page.getByRole("link", { name: "Pay with crypto" }).click();
  await expect(page.getByText("The payment page did not open here.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open it in a new window" })).toHaveAttribute("href", invoice.url);
  await expect(told(page)).toHaveText("");
});

test("without scripts, and in a new tab, it is a plain link; a link to another gateway is ignored", async ({
  page,
  browser,
}) => {
  const invoice = await newInvoice(IN_USDT);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(shopUrl(invoice));
  await plain.getByRole("link", { name: "Pay with crypto" }).click();
  await expect(plain.getByRole("heading", { level: 1 })).toContainText("Send exactly");
  expect(new URL(plain.url()).search).toBe("");
  await context.close();

  await page.goto(shopUrl(invoice));
  await page.getByRole("button", { name: "Other" }).click();
  const opened = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "Pay with crypto" }).click({ modifiers: ["ControlOrMeta"] });
  await expect(await opened).toHaveURL(invoice.url);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("the headers allow the merchant's sites for the frame's URL, and nobody for the page itself", async ({
  request,
  asMerchant,
}) => {
  await allow(asMerchant, [shop.origin]);
  const { url } = await newInvoice();
  const headersOf = async (address: string) => (await request.get(address)).headers();
  const plain = await headersOf(url);
  expect([plain["x-frame-options"], plain["content-security-policy"]]).toEqual([
    "DENY",
    expect.stringContaining("frame-ancestors 'none'"),
  ]);
  const framed = await headersOf(`${url}?embed=1`);
  expect([framed["x-frame-options"], framed["content-security-policy"]]).toEqual([
    undefined,
    expect.stringContaining(`frame-ancestors ${shop.origin}`),
  ]);
  for (const path of ["/sign-in?embed=1", "/settings?embed=1", "/healthz", "/brand/x"]) {
    expect([path, (await headersOf(path))["x-frame-options"]]).toEqual([path, "DENY"]);
  }
});
