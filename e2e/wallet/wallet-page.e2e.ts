import { expect, type Page, test } from "@playwright/test";
import { blockWallet, newWallet } from "./new-wallet";

const payments = (page: Page) => page.getByRole("region", { name: "Recent payments" });

test("a payer tops up a wallet, and the open page shows each credit without a reload", async ({ page }) => {
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

test("a wallet blocked while its page is open says so and removes the address", async ({ page }) => {
  const { uuid, url, address } = await newWallet();
  await page.goto(url);
  await expect(page.locator("code.address")).toHaveText(address);
  await blockWallet(uuid);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This address is closed");
  expect(await page.content()).not.toContain(address);
});
