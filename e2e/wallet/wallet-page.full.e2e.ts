import { expect, type Page, test } from "@playwright/test";
import { callApi } from "../machine-api";
import { newWallet } from "./new-wallet";

const payments = (page: Page) => page.getByRole("region", { name: "Recent payments" });

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

test("without scripts the same works, with manual reloads", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto((await newWallet()).url);
  await expect(page.getByRole("button", { name: "Copy address" })).toBeHidden();
  await page.getByRole("button", { name: "Below the minimum" }).click();
  const note = page.getByRole("region", { name: "Top up with play money" }).getByRole("status");
  await expect(note.locator("noscript")).toBeVisible();
  await expect(note.locator(".follows")).toBeHidden();
  await expect(async () => {
    await page.reload();
    await expect(payments(page).getByText("Below minimum")).toBeVisible({ timeout: 500 });
  }).toPass();
  await context.close();
});

test("copying gives the plain address and confirms it in text", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { url, address } = await newWallet();
  await page.goto(url);
  await page.getByRole("button", { name: "Copy address" }).click();
  await expect(page.locator("#spoken")).toContainText("Address copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
});
