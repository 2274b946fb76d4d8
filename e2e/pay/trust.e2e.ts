import { expect, test } from "@playwright/test";
import { newInvoice } from "./new-invoice";

const IN_USDT = { to_currency: "USDT", network: "bsc" };
const BYTES_MAX = 40 * 1024;

test("one small response, nothing from other hosts, nothing that the CSP blocks", async ({ page }) => {
  const { url } = await newInvoice();
  const requested: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  const response = await page.goto(url);
  const sizes = await response?.request().sizes();
  expect(sizes?.responseBodySize).toBeGreaterThan(0);
  expect(sizes?.responseBodySize).toBeLessThanOrEqual(BYTES_MAX);
  expect(await response?.headerValue("referrer-policy")).toBe("no-referrer");
  await page
    .getByRole("button", { name: /^Ethereum ERC-20/ })
    .first()
    .click();
  await page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith("/events"));
  expect(
    new Set(requested.filter((address) => !address.startsWith("data:")).map((address) => new URL(address).origin)),
  ).toEqual(new Set([new URL(url).origin]));
  expect(complaints).toEqual([]);
});

test("copying gives the plain value and confirms it in text", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto((await newInvoice(IN_USDT)).url);
  const address = await page.locator("code.address").textContent();
  await page.getByRole("button", { name: "Copy address" }).click();
  await expect(page.locator("#spoken")).toHaveText(`Address copied. It ends in ${address?.slice(-4)}`);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await page.getByRole("button", { name: "Copy amount" }).click();
  await expect(page.locator("#spoken")).toHaveText("Amount copied: 25");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("25");
});
