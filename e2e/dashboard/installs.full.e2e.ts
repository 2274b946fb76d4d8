import { expect, type Page } from "@playwright/test";
import { newInvoice } from "../pay/new-invoice";
import { test } from "./session";

/**
 * The manifest that the browser loads for this page, and its parse errors. The headless browser
 * checks no more than that.
 */
async function manifestOf(page: Page) {
  const browser = await page.context().newCDPSession(page);
  const { url, errors } = await browser.send("Page.getAppManifest");
  return { path: url === "" ? null : new URL(url).pathname, errors };
}

test("the dashboard has a web app manifest that the browser parses without errors, all of its icons exist, and there is no service worker", async ({
  asMerchant: page,
}) => {
  await page.goto("/overview");
  expect(await manifestOf(page)).toEqual({ path: "/manifest.webmanifest", errors: [] });
  const manifest: { icons: { src: string }[] } = await (await page.request.get("/manifest.webmanifest")).json();
  for (const { src } of manifest.icons) expect([src, (await page.request.get(src)).status()]).toEqual([src, 200]);
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([]);
});

test("a payment page has no manifest, so no browser offers to install it", async ({ page }) => {
  const { url } = await newInvoice({ to_currency: "USDT", network: "bsc" });
  await page.goto(url);
  expect(await manifestOf(page)).toEqual({ path: null, errors: [] });
});

for (const [path, type, seconds] of [
  ["/manifest.webmanifest", "application/manifest+json", 86_400],
  ["/robots.txt", "text/plain; charset=UTF-8", 86_400],
  ["/icons/icon-512.png", "image/png", 604_800],
  ["/icons/icon.svg", "image/svg+xml", 604_800],
] as const)
  test(`${path} has its content type, a cache lifetime and the security headers`, async ({ request }) => {
    const answer = await request.get(path);
    expect(answer.status()).toBe(200);
    expect(answer.headers()).toMatchObject({
      "content-type": type,
      "cache-control": `public, max-age=${seconds}`,
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
  });
