import { expect, test } from "@playwright/test";
import { callApi, sandbox, signatureOf } from "./machine-api";
import { startWebhookReceiver } from "./webhook-receiver";

/**
 * Converts exact decimals of up to 18 places to integer units, so that no amount here passes
 * through floating point.
 */
function toUnits(amount: string): bigint {
  const [whole = "0", fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(18, "0"));
}

async function usdtBalance(): Promise<bigint> {
  const [entry] = (await callApi("/v1/balance", {})) as unknown as [
    { balance: { merchant: { currency_code: string; balance: string }[] } },
  ];
  return toUnits(entry.balance.merchant.find(({ currency_code }) => currency_code === "USDT")?.balance ?? "0");
}

test("an invoice in dollars, paid in USDT on BNB Smart Chain, reaches the merchant to the last digit, webhook and dashboard included", async ({
  page,
}) => {
  const receiver = await startWebhookReceiver();
  const before = await usdtBalance();
  const orderId = `main-${Date.now()}`;
  const created = await callApi("/v1/payment", {
    amount: "37.43",
    currency: "USD",
    order_id: orderId,
    url_callback: receiver.url,
  });
  const uuid = String(created["uuid"]);
  expect(created["payer_currency"]).toBeNull();

  await page.goto(`/pay/${uuid}`);
  const coin = page.locator("#coins > li", { hasText: "Tether USD" });
  await coin.getByRole("button", { name: /BNB Smart Chain/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Send exactly 37\.43\sUSDT on BNB Smart Chain/);
  await page.getByRole("button", { name: "Pay exactly" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paid. Thank you!");

  await expect.poll(() => receiver.received.some(({ raw }) => raw.includes('"status":"paid"'))).toBe(true);
  const { raw } = receiver.received.find((webhook) => webhook.raw.includes('"status":"paid"')) ?? { raw: "" };
  const sign = /,"sign":"([0-9a-f]{32})"\}$/.exec(raw)?.[1];
  expect(sign).toBe(signatureOf(raw.replace(/,"sign":"[0-9a-f]{32}"\}$/, "}"), sandbox.merchant.paymentApiKey));

  const info = await callApi("/v1/payment/info", { uuid });
  expect(info["payment_status"]).toBe("paid");
  const merchantAmount = String(info["merchant_amount"]);
  expect((await usdtBalance()) - before).toBe(toUnits(merchantAmount));
  expect(toUnits(merchantAmount) > 0n).toBe(true);

  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(sandbox.dashboard.email);
  await page.getByLabel("Password").fill(sandbox.dashboard.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/overview/);
  await page.goto(`/invoices/${uuid}`);
  await expect(page.getByRole("main")).toContainText(orderId);
  await expect(page.getByRole("main")).toContainText("37.05"); // 37.43 less 1 %: 37.0557
  await expect(page.getByRole("main")).toContainText(/credited/i);
  await receiver.stop();
});
