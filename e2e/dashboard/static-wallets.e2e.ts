import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { test } from "./session";

test("a merchant creates a static wallet, sees its top-up, and blocks it after a confirmation", async ({
  asMerchant: page,
}) => {
  const orderId = `e2e-${randomUUID().slice(0, 8)}`;
  await page.goto("/wallets");
  await page.getByRole("link", { name: "New static wallet" }).click();
  await page.getByLabel("Coin").selectOption("USDT");
  await page.getByLabel("Network").selectOption("bsc");
  await page.getByRole("button", { name: "Create static wallet" }).click();
  await expect(page.getByText("Enter an order ID")).toBeVisible();
  await page.getByLabel("Order ID").fill(orderId);
  await page.getByRole("button", { name: "Create static wallet" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(orderId);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Active");

  const address = (await page.getByRole("link", { name: "Open payer page" }).getAttribute("href")) ?? "";
  await page.request.post(`${address}/sandbox`, { form: { kind: "exact" } });
  const topUp = page.getByRole("link", { name: /USDT/ });
  await expect(topUp).toHaveCount(1);
  await topUp.click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Paid");
  await page.getByRole("link", { name: "Top-up of a static wallet" }).click();

  await page.getByRole("button", { name: "Block…" }).click();
  await expect(page.getByRole("dialog")).toContainText("can't be unblocked");
  await page.getByRole("button", { name: "Block permanently" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Blocked");
  await expect(page.getByRole("button", { name: "Block…" })).toHaveCount(0);
  await page.goto("/wallets?status=blocked");
  await expect(page.getByRole("link", { name: orderId })).toBeVisible();
});
