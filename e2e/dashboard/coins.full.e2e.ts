import { expect, test } from "@playwright/test";
import { openOwnShop } from "./own-shop";

test("the coins and limits that an owner sets are those a payer may choose", async ({ browser }) => {
  const page = await openOwnShop(browser);
  await page.goto("/settings/coins");
  await page.getByLabel("Payers can choose").selectOption({ label: "Only selected coins" });
  for (const box of await page.getByRole("checkbox").all()) await box.uncheck();
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Accept at least one coin.")).toBeVisible();
  await page.getByRole("checkbox", { name: "USDT on Ethereum" }).check();
  await page.getByRole("checkbox", { name: "USDC on Ethereum" }).check();
  await page.getByRole("checkbox", { name: "ETH on Ethereum", exact: true }).check();
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Saved.")).toBeVisible();

  const row = page.getByRole("row").filter({ hasText: "USDC on Ethereum" });
  await row.getByRole("button", { name: "Change…" }).click();
  await page.getByLabel("Minimum in USDC").fill("0.01");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The gateway's minimum is 0.50 USDC.")).toBeVisible();
  await page.getByLabel("Minimum in USDC").fill("500");
  await page.getByLabel("Discount in percent").fill("10");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(row).toContainText("500");
  await expect(row).toContainText("10%");

  await page.goto("/invoices/new");
  await page.getByLabel("Amount").fill("25");
  await page.getByRole("button", { name: "Create invoice" }).click();
  await page.waitForURL(/invoices\/[0-9a-f-]{36}$/);
  const uuid = page.url().split("/").at(-1) ?? "";
  await page.goto(`/pay/${uuid}`);
  const choices = page.getByRole("main");
  await expect(choices).toContainText("USDT");
  await expect(choices).toContainText("ETH");
  await expect(choices).not.toContainText("BNB Smart Chain");
  await expect(page.getByRole("button", { name: /USDC/ })).toHaveCount(0);
  await page.context().close();
});
