import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type PhpJsonObject, writePhpJson } from "@/lib/delivery/webhooks/payload";
import { appendSign, standardWebhookHeaders } from "@/lib/delivery/webhooks/sign-payload";
import { type Incoming, VERIFIERS } from "@/lib/delivery/webhooks/testing/verifiers";

const KEY = "test_key";

function send(payload: PhpJsonObject, key = KEY): Incoming {
  const body = appendSign(writePhpJson(payload), key);
  return { body, headers: { ...standardWebhookHeaders({ id: randomUUID(), sentAt: new Date(), body, key }) } };
}

/** Wire facts 2.3 and 2.4, with everything that verifiers have stumbled over. */
const PAYMENT = {
  type: "payment",
  uuid: "26109ba0-b05b-4ee0-93d1-fd62c822ce95",
  order_id: "order-1",
  amount: "10.00000000",
  payment_amount: "10.00000000",
  payment_amount_usd: "10.00",
  merchant_amount: "9.90000000",
  commission: "0.10000000",
  is_final: true,
  status: "paid",
  from: null,
  wallet_address_uuid: null,
  network: "tron",
  currency: "USD",
  payer_currency: "USDT",
  additional_data: 'https://shop.example/o/1?a=b&c="d"\\ заказ \u2028\u2029 😀 \t\u0001',
  convert: { to_currency: "USDT", commission: null, rate: "1.00000000", amount: "9.90000000" },
  txid: "8f/5c",
} as const;
const { convert: _, ...WALLET } = {
  ...PAYMENT,
  type: "wallet",
  wallet_address_uuid: "58526488-d79f-4e15-9e32-7ec0ccd2b8a4",
} as const;
const PAYOUT = {
  type: "payout",
  uuid: PAYMENT.uuid,
  order_id: "payout/1",
  amount: "207.00000000",
  merchant_amount: "207.30000000",
  commission: "0.30000000",
  is_final: false,
  status: "process",
  txid: null,
  currency: "USDT",
  network: "tron",
  payer_currency: "USDT",
  payer_amount: "207.00000000",
} as const;
const PAYLOADS: Readonly<Record<string, PhpJsonObject>> = { payment: PAYMENT, wallet: WALLET, payout: PAYOUT };

describe.each(Object.entries(VERIFIERS))("a receiver that verifies by %s", (_name, verify) => {
  test.each(Object.entries(PAYLOADS))("accepts a webhook of a %s and rejects a changed one", (_kind, payload) => {
    const incoming = send(payload);
    expect(verify(incoming, KEY)).toBe(true);
    expect(verify(incoming, "another key")).toBe(false);
    for (const [from, to] of [
      ['"status":"', '"status":"x'],
      ["null", "true"],
      ['"amount":"', '"amount":"9'],
    ] as const) {
      const changed = { ...incoming, body: incoming.body.replace(from, to) };
      expect(changed.body).not.toBe(incoming.body);
      expect(verify(changed, KEY)).toBe(false);
    }
  });

  test("accepts any text that a merchant can put into a webhook", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), (additional_data, key) => {
        expect(verify(send({ ...PAYMENT, additional_data }, `k${key}`), `k${key}`)).toBe(true);
      }),
    );
  });
});

test("the receivers of these tests agree with the published vector", () => {
  const body = `{"type":"payment","uuid":"00000000-0000-4000-8000-000000000001","order_id":"1","additional_data":"заказ a\\/b","from":null,"is_final":true,"sign":"ef043c3979345dd704a4e6a72327d07b"}`;
  expect(VERIFIERS["reEncodeLikePhp"]?.({ body, headers: {} }, KEY)).toBe(true);
  expect(VERIFIERS["cutSignFromBytes"]?.({ body, headers: {} }, KEY)).toBe(true);
});

test("rejects a webhook older than five minutes by its headers, so that it cannot be replayed", () => {
  const { body } = send(PAYMENT);
  const sentAt = new Date(Date.now() - 301_000);
  const headers = { ...standardWebhookHeaders({ id: randomUUID(), sentAt, body, key: KEY }) };
  expect(VERIFIERS["standardWebhooks"]?.({ body, headers }, KEY)).toBe(false);
});
