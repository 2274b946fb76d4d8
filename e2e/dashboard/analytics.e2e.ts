import { expect } from "@playwright/test";
import { openOwnShop } from "./own-shop";
import { test } from "./session";

test("the overview guides a new shop, and its empty metrics are explained in text", async ({ browser }) => {
  const page = await openOwnShop(browser);
  await page.goto("/overview");
  await expect(page.getByRole("heading", { name: "First steps" })).toBeVisible();
  await expect(page.getByText("0 of 3 done")).toBeVisible();
  await expect(page.getByText("No credits in this range.")).toBeVisible();
  await page.getByRole("link", { name: "View analytics" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Analytics");
  await expect(page.getByText("No underpayments, overpayments, late payments or wrong coins.")).toBeVisible();
  await page.context().close();
});
