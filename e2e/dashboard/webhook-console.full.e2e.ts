import { expect } from "@playwright/test";
import { sandbox as machine, signatureOf } from "../machine-api";
import { startWebhookReceiver } from "../webhook-receiver";
import { openOwnShop } from "./own-shop";
import { test } from "./session";

test("the console shows what it sends to the last byte, the receiver verifies it, and its response is shown", async ({
  asMerchant: page,
}) => {
  const receiver = await startWebhookReceiver();
  await page.goto("/webhooks");
  await page.getByRole("link", { name: "Send test event" }).click();
  await page.getByLabel("Status").selectOption("paid_over");
  await page.getByLabel("Webhook URL").fill(receiver.url);
  await page.getByRole("button", { name: "Preview request" }).click();

  const body = page.getByRole("region", { name: "request body" });
  await expect(body).toContainText('"status":"paid_over"');
  const shown = (await body.textContent()) ?? "";
  const headers = (await page.getByRole("region", { name: "request headers" }).textContent()) ?? "";
  expect(receiver.received).toEqual([]);
  await page.getByRole("button", { name: "Send test" }).click();
  await expect(page.getByRole("heading", { name: "Response", level: 2 })).toBeVisible();
  await expect(page.getByText("HTTP 200")).toBeVisible();

  const [arrived] = receiver.received;
  expect(arrived?.raw).toBe(shown);
  expect(headers).toContain(`webhook-signature: ${arrived?.headers["webhook-signature"]}`);
  const [, signed, sign] = /^(.*),"sign":"([0-9a-f]{32})"\}$/.exec(shown) ?? [];
  expect(signatureOf(`${signed}}`, machine.merchant.paymentApiKey)).toBe(sign);

  // The sent test is stored, and can be repeated.
  const row = page.getByRole("table", { name: "Tests" }).getByRole("row").nth(1);
  await expect(row).toContainText("Delivered");
  await row.getByRole("button", { name: "Repeat" }).click();
  await expect(page.getByRole("button", { name: "Send test" })).toBeVisible();
  await receiver.stop();
});

test("a viewer sees no signatures and no console", async ({ browser }) => {
  const page = await openOwnShop(browser, "viewer");
  await page.goto("/webhooks");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Webhooks");
  await expect(page.getByRole("link", { name: "Send test event" })).toHaveCount(0);
  await page.goto("/webhooks/test");
  await expect(page).toHaveURL(/\/webhooks$/);
  await page.context().close();
});
