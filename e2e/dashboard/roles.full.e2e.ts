import { expect, type Page, test } from "@playwright/test";
import { hydrated } from "../hydrated";
import { openAsMember, openOwnShop } from "./own-shop";

/**
 * A day of each role. app/buttons-sweep.full.db.test.ts checks that no page shows anybody a
 * forbidden button.
 */

const tabs = (page: Page) => page.getByRole("navigation", { name: "Settings" }).getByRole("link");

test("a developer creates the shop's payment key, which is shown once, and opens the test console, but not the payout key", async ({
  browser,
}) => {
  const page = await openOwnShop(browser, "developer");
  await page.goto("/developers");
  const payment = page.getByRole("region", { name: "Payment key" });
  await hydrated(payment.getByRole("button", { name: "Create key" }));
  await payment.getByRole("button", { name: "Create key" }).click();
  const secret = (await page.getByRole("dialog").getByRole("code").textContent()) ?? "";
  await page.getByRole("button", { name: "I have copied it" }).click();
  await expect(payment).toContainText(secret.slice(-4));
  await expect(page.getByRole("region", { name: "Payout key" }).getByRole("button")).toHaveCount(0);

  await page.goto("/webhooks");
  await page.getByRole("link", { name: "Send test event" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Test webhooks");
  await expect(page.getByRole("button", { name: "Preview request" })).toBeVisible();
  await page.context().close();
});

test("an owner's change is in the audit log with its old and new value, and the members page lists the members", async ({
  browser,
}) => {
  const page = await openOwnShop(browser);
  await page.goto("/settings");
  await expect(tabs(page)).toHaveText(["Shop", "Coins", "Branding", "Members", "Chats", "Account", "Audit log"]);
  await page.getByLabel("Support contact").fill("help@shop.example");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await tabs(page).filter({ hasText: "Audit log" }).click();
  const entry = page.getByRole("table", { name: "Audit log" }).getByRole("row").nth(1);
  await expect(entry).toContainText("Changed the shop's settings");
  await expect(entry).toContainText("Support contact");
  await expect(entry).toContainText("help@shop.example");
  await page.getByLabel("Object").selectOption("Payouts and transfers");
  await expect(page.getByText("No matching entries")).toBeVisible();
  await expect(page).toHaveURL(/kind=money/);
  await tabs(page).filter({ hasText: "Members" }).click();
  await expect(page.getByRole("table", { name: "Members" })).toContainText("Vera Lindqvist");
  await page.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Leave merchant…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave merchant" }).click();
  await expect(page.getByRole("dialog")).toContainText("You are the only owner");
  await page.context().close();
});

test("a manager creates an invoice and cancels it, and sees who did it", async ({ browser }) => {
  const page = await openAsMember(browser, "manager");
  await page.goto("/invoices/new");
  await hydrated(page.getByRole("button", { name: "Create invoice" }));
  await page.getByLabel("Amount").fill("12.50");
  await page.getByRole("button", { name: "Create invoice" }).click();
  await expect(page).toHaveURL(/\/invoices\/[0-9a-f-]{36}$/);
  await page.getByRole("button", { name: "Cancel…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel invoice" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Cancelled");
  await page.goto("/settings/audit");
  const entry = page.getByRole("table", { name: "Audit log" }).getByRole("row").filter({ hasText: "Vera Lindqvist" });
  await expect(entry.first()).toContainText(/Cancelled an invoice/);
  await page.context().close();
});
