import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { callApi } from "../machine-api";
import { blockWallet, newWallet } from "./new-wallet";

const payments = (page: Page) => page.getByRole("region", { name: "Recent payments" });

test("a payer tops a wallet up, and the open page shows it credited by itself, each time", async ({ page }) => {
  const { url, address } = await newWallet();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  const response = await page.goto(url);
  expect(await response?.headerValue("referrer-policy")).toBe("no-referrer");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Send USDT on BNB Smart Chain to this address");
  await expect(page.locator("code.address")).toHaveText(address);
  await expect(page.getByRole("img", { name: "QR code of the address" })).toBeVisible();

  for (const count of [1, 2]) {
    await page.getByRole("button", { name: "Top up" }).click();
    await expect(payments(page).getByText("credited")).toHaveCount(count);
  }
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Send USDT on BNB Smart Chain to this address");
  expect(complaints).toEqual([]);
});

test("each top-up is a payment that the API finds under its own uuid", async ({ page }) => {
  const { uuid, url } = await newWallet();
  await page.goto(url);
  await page.getByRole("button", { name: "Top up" }).click();
  await expect(payments(page).getByText("credited")).toBeVisible();
  const { items } = (await callApi("/v1/payment/list", {})) as { items?: { uuid: string; url: string }[] };
  const made = items?.find((item) => item.url.endsWith(`/wallet/${uuid}`));
  const found = (await callApi("/v1/payment/info", { uuid: made?.uuid })) as Record<string, unknown>;
  expect(found).toMatchObject({ status: "paid", is_final: true, currency: "USDT" });
});

test("without scripts the same works, with reloading by hand", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto((await newWallet()).url);
  await expect(page.getByRole("button", { name: "Copy address" })).toBeHidden();
  await page.getByRole("button", { name: "Below the minimum" }).click();
  await expect(async () => {
    await page.reload();
    await expect(payments(page).getByText("arrived, waits for the minimum")).toBeVisible({ timeout: 500 });
  }).toPass();
  await context.close();
});

test("copying gives the plain address and says so in words", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { url, address } = await newWallet();
  await page.goto(url);
  await page.getByRole("button", { name: "Copy address" }).click();
  await expect(page.locator("#spoken")).toContainText("Address copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
});

test("a wallet that is blocked while its page is open says so and takes the address away", async ({ page }) => {
  const { uuid, url, address } = await newWallet();
  await page.goto(url);
  await expect(page.locator("code.address")).toHaveText(address);
  await blockWallet(uuid);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This address is closed");
  expect(await page.content()).not.toContain(address);
});

test("no accessibility violation while waiting, topped up, blocked and lost, in both themes", async ({ page }) => {
  const { uuid, url } = await newWallet();
  await page.goto(url);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Pay wrong token" }).click();
  await expect(payments(page).getByText("safe, waits for a decision")).toBeVisible();
  await expectAccessible(page);
  await blockWallet(uuid);
  await page.goto(url);
  await expectAccessible(page);
  await page.goto("/wallet/nothing");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is no wallet here");
  await expectAccessible(page);
});
