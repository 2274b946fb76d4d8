import { expect, test } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { newInvoice } from "./new-invoice";

const IN_USDT = { to_currency: "USDT", network: "bsc" };
const BYTES_MAX = 40 * 1024;

test("one small answer, nothing from elsewhere, nothing that the policy refuses", async ({ page }) => {
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

test("no accessibility violation while choosing, paying, paid and lost, in both themes", async ({ page }) => {
  await page.goto((await newInvoice()).url);
  await expectAccessible(page);
  await page.goto((await newInvoice(IN_USDT)).url);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Pay wrong token" }).click();
  await expect(page.getByText("A payment needs a decision")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Pay exactly" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paid. Thank you!");
  await expectAccessible(page);
  await page.goto("/pay/nothing");
  await expectAccessible(page);
});

test("copying gives the plain value and says so in words", async ({ page, context }) => {
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

test("a whole payment by keyboard alone", async ({ page }) => {
  await page.goto((await newInvoice()).url);
  await page.locator("#coins button").first().focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Send exactly");
  await page.locator("#tab-uri").focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("img", { name: "QR code of the address" })).toBeVisible();
  await page.getByRole("button", { name: "Pay exactly" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paid. Thank you!");
});

test("the clock counts down calmly, and speaks up in the last tenth", async ({ page }) => {
  await page.clock.install();
  await page.goto((await newInvoice(IN_USDT)).url);
  await page.route(/\/state\?/, (route) => route.abort());
  await page.clock.runFor(60_000);
  await expect(page.locator("#clock")).toHaveText(/^5[89]:[0-5][0-9]$/);
  await expect(page.locator("#time")).not.toHaveClass(/soon/);
  await page.clock.fastForward(55 * 60_000);
  await expect(page.locator("#time")).toHaveClass(/soon/);
  await expect(page.locator("#spoken")).toHaveText(/^Pay soon/);
});

test("nothing is cut off or wider than the screen at 320 pixels and at 200 % zoom", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const fields of [{}, IN_USDT]) {
    await page.goto((await newInvoice(fields)).url);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  }
});
