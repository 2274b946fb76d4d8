import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { callApi, sandbox, signatureOf } from "../machine-api";
import { startWebhookReceiver } from "../webhook-receiver";
import { sendTokens } from "./sandbox-chain";

type Webhook = Readonly<Record<string, unknown>>;

/**
 * Verifies a webhook as a shop does: removes `sign`, and accepts the rest only if the key gives the
 * same signature.
 */
function verified(raw: string): Webhook {
  const sign = /,"sign":"([0-9a-f]{32})"\}$/.exec(raw)?.[1];
  const signed = raw.replace(/,"sign":"[0-9a-f]{32}"\}$/, "}");
  expect(sign).toBe(signatureOf(signed, sandbox.merchant.paymentApiKey));
  return JSON.parse(signed) as Webhook;
}

type Page = { readonly items: readonly Webhook[]; readonly paginate: { readonly nextCursor: string | null } };

/** Several pages, since other tests create payments in the same shop meanwhile. */
async function newestPayments(pagesMax = 5): Promise<readonly Webhook[]> {
  const found: Webhook[] = [];
  let cursor: string | null = null;
  for (let count = 0; count < pagesMax; count += 1) {
    const page = (await callApi("/v1/payment/list", cursor === null ? {} : { cursor })) as unknown as Page;
    found.push(...page.items);
    cursor = page.paginate.nextCursor;
    if (cursor === null) break;
  }
  return found;
}

test("a shop using only /v1 gives a customer an address, is notified of each top-up, lists it and requests the webhook again", async () => {
  const receiver = await startWebhookReceiver();
  const orderId = `customer-${randomUUID().slice(0, 8)}`;
  const order = { currency: "USDT", network: "bsc", order_id: orderId, url_callback: receiver.url };
  const wallet = (await callApi("/v1/wallet", order)) as Webhook;
  expect(await callApi("/v1/wallet", { ...order, currency: "USDC" })).toEqual(wallet);
  const { image } = (await callApi("/v1/wallet/qr", { wallet_address_uuid: wallet["uuid"] })) as Webhook;
  expect(image).toMatch(/^data:image\/png;base64,/);

  const about = () => receiver.received.map(({ raw }) => verified(raw));
  const webhooksOf = (txid: string) =>
    about().filter((webhook) => webhook["txid"] === txid && webhook["status"] === "paid");
  const sent: string[] = [];
  for (const amount of [30n, 45n]) {
    const txid = await sendTokens("bsc", "USDT", String(wallet["address"]), amount);
    sent.push(txid);
    await expect.poll(() => webhooksOf(txid).length).toBe(1);
    const [webhook] = webhooksOf(txid);
    expect(webhook).toMatchObject({
      type: "wallet",
      order_id: orderId,
      wallet_address_uuid: wallet["uuid"],
      is_final: true,
      currency: "USDT",
      network: "bsc",
      payment_amount: `${amount}.00000000`,
    });
    const info = (await callApi("/v1/payment/info", { uuid: webhook?.["uuid"] })) as Webhook;
    expect(info).toMatchObject({ payment_status: "paid", txid, amount: `${amount}.00000000`, order_id: orderId });
  }

  const listed = (await newestPayments()).filter((item) => item["order_id"] === orderId);
  expect(listed.map((item) => item["txid"])).toEqual(sent.toReversed());

  const [first = ""] = sent;
  const uuid = webhooksOf(first)[0]?.["uuid"];
  expect(await callApi("/v1/payment/resend", { uuid })).toEqual([]);
  await expect.poll(() => webhooksOf(first).length).toBe(2);
  const copies = receiver.received.filter(({ raw }) => raw.includes(first)).map(({ raw }) => raw);
  expect(new Set(copies).size).toBe(1);

  const blocked = (await callApi("/v1/wallet/block-address", { order_id: orderId })) as Webhook;
  expect(blocked).toEqual({ uuid: wallet["uuid"], status: "blocked" });
  await receiver.stop();
});
