import { expect } from "@playwright/test";
import { expectAccessible } from "../accessibility";
import { startWebhookReceiver } from "../webhook-receiver";
import { openOwnShop } from "./own-shop";
import { test } from "./session";

test("an owner adds a chat, tests it, and sees the result; it is disabled and removed again", async ({ browser }) => {
  const service = await startWebhookReceiver();
  const page = await openOwnShop(browser);
  await page.goto("/settings");
  await page.getByRole("link", { name: "Chats" }).click();
  await expect(page.getByText("No chats yet")).toBeVisible();

  await page.getByRole("button", { name: "Add chat…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Service").selectOption("slack");
  await dialog.getByLabel("Name").fill("Sales channel");
  await dialog.getByLabel("Webhook URL").fill("https://evil.example/services/T/B/x");
  await dialog.getByLabel("Invoice paid").check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add chat" }).click();
  await expect(dialog.getByLabel("Webhook URL")).toHaveAccessibleDescription(/not a webhook URL of that service/);
  await dialog.getByLabel("Service").selectOption("webhook");
  await dialog.getByLabel("Webhook URL").fill(service.url);
  await dialog.getByRole("button", { name: "Add chat" }).click();

  const row = page.getByRole("listitem").filter({ hasText: "Sales channel" });
  await expect(row).toContainText("Nothing was sent yet");
  await row.getByRole("button", { name: "Send test message" }).click();
  await expect(row).toContainText("Sent just now", { timeout: 20_000 });
  expect(JSON.parse(service.received[0]?.raw ?? "")).toEqual({ text: expect.stringContaining("Test message") });
  await service.stop();
  await row.getByRole("button", { name: "Send test message" }).click();
  await expect(row).toContainText("The connection was refused", { timeout: 20_000 });

  await row.getByRole("button", { name: "Disable" }).click();
  await expect(row).toContainText("Disabled");
  await row.getByRole("button", { name: "Remove" }).click();
  await dialog.getByRole("button", { name: "Remove chat" }).click();
  await expect(page.getByText("No chats yet")).toBeVisible();
  await page.context().close();
});
