import { randomUUID } from "node:crypto";
import { type APIRequestContext, expect } from "@playwright/test";
import { callApi, sandbox } from "../machine-api";
import { newInvoice } from "../pay/new-invoice";

/**
 * A coin and a network that no other test uses: its balance, and a stopped network, affect none of
 * them.
 */
export const COIN = "USDC";
export const NETWORK = "polygon";

type Payout = { readonly uuid: string; readonly orderId: string };

/** Funds the merchant's balance in the coin by a payment of 25 US dollars. */
export async function payIn(request: APIRequestContext): Promise<void> {
  const invoice = await newInvoice({ to_currency: COIN, network: NETWORK });
  await request.post(`${invoice.url}/sandbox`, { form: { kind: "exact" } });
  await expect
    .poll(async () => (await callApi("/v1/payment/info", { uuid: invoice.uuid }))["payment_status"])
    .toBe("paid");
}

/** Orders a payout as a merchant's back end does. */
export async function createTestPayout(address: string, amount: string): Promise<Payout> {
  const orderId = `out-${randomUUID().slice(0, 8)}`;
  const order = { amount, currency: COIN, network: NETWORK, order_id: orderId, address, is_subtract: true };
  const { uuid }: { uuid?: string } = await callApi("/v1/payout", order, sandbox.merchant.payoutApiKey);
  if (uuid === undefined) throw new Error("a payout has a uuid");
  return { uuid, orderId };
}

export async function payoutStatus({ uuid }: Payout): Promise<unknown> {
  return (await callApi("/v1/payout/info", { uuid }, sandbox.merchant.payoutApiKey))["status"];
}

/** Returns the merchant's balance in the coin. */
export async function balance(): Promise<string> {
  const answer: unknown = await callApi("/v1/balance", {});
  const [{ balance: both }] = answer as [{ balance: { merchant: { currency_code: string; balance: string }[] } }];
  return both.merchant.find(({ currency_code }) => currency_code === COIN)?.balance ?? "0";
}
