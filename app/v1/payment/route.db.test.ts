import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as balance } from "@/app/v1/balance/route";
import { POST as info } from "@/app/v1/payment/info/route";
import { POST as qr } from "@/app/v1/payment/qr/route";
import { POST as create } from "@/app/v1/payment/route";
import { POST as services } from "@/app/v1/payment/services/route";
import { type Caller, call, newCaller } from "@/lib/fronts/machine-api/testing/call-api";
import { closeDatabase, database } from "@/lib/kernel/db";
import { readPng } from "@/lib/kernel/qr/testing/read-png";
import { readSymbol } from "@/lib/kernel/qr/testing/read-symbol";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { fundCapital, invoiceNow, openGateway, pay } from "@/lib/money-in/invoices/testing/gateway-rig";

let caller: Caller;
beforeAll(async () => {
  await openGateway(300);
  caller = await newCaller();
});
afterAll(closeDatabase);

/** Wire facts 3.1, in the order in which they are sent. */
const KEYS = [
  "uuid",
  "order_id",
  "amount",
  "payment_amount",
  "payment_amount_usd",
  "payer_amount",
  "payer_amount_exchange_rate",
  "discount_percent",
  "discount",
  "payer_currency",
  "currency",
  "comments",
  "merchant_amount",
  "network",
  "address",
  "from",
  "txid",
  "payment_status",
  "url",
  "expired_at",
  "status",
  "is_final",
  "additional_data",
  "created_at",
  "updated_at",
  "commission",
  "address_qr_code",
];
const WIRE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+03:00$/;
const order = (fields: Record<string, unknown> = {}) => ({
  amount: "100",
  currency: "USDT",
  network: "bsc",
  order_id: randomUUID(),
  ...fields,
});
const rowCount = async () => [
  await database().invoice.count(),
  await database().claimedOrderId.count(),
  await database().quote.count(),
];

describe("POST /v1/payment", () => {
  test("returns the invoice with exactly the 27 keys in their order, and payment/info returns the same", async () => {
    const sent = order({ amount: "15", currency: "USD", to_currency: "USDT", additional_data: "заказ a/b" });
    const made = await call(create, caller, sent);
    expect(Object.keys(made.json.result)).toEqual(KEYS);
    expect([made.status, made.json.state]).toEqual([200, 0]);
    expect(made.json.result).toMatchObject({
      order_id: sent.order_id,
      amount: "15.00",
      payment_amount: null,
      payer_amount: "15.00000000",
      payer_currency: "USDT",
      currency: "USD",
      merchant_amount: "14.85000000",
      commission: "0.15000000",
      network: "bsc",
      payment_status: "check",
      status: "check",
      is_final: false,
      txid: null,
      comments: null,
      additional_data: "заказ a/b",
      address_qr_code: expect.stringMatching(/^data:image\/png;base64,/),
      created_at: expect.stringMatching(WIRE_TIME),
      updated_at: expect.stringMatching(WIRE_TIME),
    });
    expect(Number.isInteger(made.json.result.expired_at)).toBe(true);
    for (const ids of [
      { uuid: made.json.result.uuid },
      { order_id: sent.order_id },
      { uuid: randomUUID(), order_id: sent.order_id },
    ]) {
      expect((await call(info, caller, ids)).text).toBe(made.text);
    }
    expect((await call(create, caller, { ...sent, amount: "99" })).text).toBe(made.text);
  });

  test("returns nulls where the payer has not chosen a coin", async () => {
    const { json } = await call(create, caller, order({ amount: "25", currency: "EUR", network: null }));
    const unknown = [
      "payment_amount",
      "payer_amount",
      "payer_amount_exchange_rate",
      "payer_currency",
      "merchant_amount",
      "network",
      "address",
      "from",
      "txid",
      "commission",
      "address_qr_code",
      "discount_percent",
    ];
    expect(Object.keys(json.result)).toEqual(KEYS);
    expect(unknown.filter((key) => json.result[key] !== null)).toEqual([]);
    expect(json.result).toMatchObject({ amount: "25.00", discount: "0.00000000" });
  });

  test("reads numbers by their text: what a JavaScript number would round is validated as written", async () => {
    const made = await call(
      create,
      caller,
      `{"amount":123456.12345678,"currency":"USDT","network":"bsc","order_id":${Date.now()}}`,
    );
    expect(made.json.result).toMatchObject({ amount: "123456.12345678", payer_amount: "123456.12345678" });
    const finer = await call(
      create,
      caller,
      `{"amount":${10.1 + 0.2},"currency":"USDT","network":"bsc","order_id":${Date.now() + 1}}`,
    );
    // The amount is kept as requested; the payer's amount is rounded up to the coin's unit.
    expect(finer.json.result).toMatchObject({ amount: "10.299999999999999", payer_amount: "10.30000000" });
  });

  test("returns amount + discount = payer_amount when a discount applies", async () => {
    const { json } = await call(create, caller, order({ amount: "15", discount_percent: "-5" }));
    expect(json.result).toMatchObject({ discount_percent: -5, discount: "0.75000000", payer_amount: "15.75000000" });
  });

  const WRONG: readonly (readonly [string, unknown, string])[] = [
    ["amount", "1e3", "amount"],
    ["amount", {}, "amount"],
    ["amount", null, "amount"],
    ["currency", [], "currency"],
    ["currency", "A".repeat(17), "currency"],
    ["order_id", "a b", "order_id"],
    ["order_id", "x".repeat(129), "order_id"],
    ["order_id", "a\u0000", "order_id"],
    ["network", {}, "network"],
    ["url_callback", "javascript:alert(1)", "url_callback"],
    ["url_return", `https://a.b/${"x".repeat(255)}`, "url_return"],
    ["url_success", {}, "url_success"],
    ["is_payment_multiple", "yes", "is_payment_multiple"],
    ["lifetime", 299, "lifetime"],
    ["lifetime", "x", "lifetime"],
    ["to_currency", {}, "to_currency"],
    ["subtract", 101, "subtract"],
    ["accuracy_payment_percent", 5.01, "accuracy_payment_percent"],
    ["additional_data", "a\u0000b", "additional_data"],
    ["additional_data", "\ud800", "additional_data"],
    ["additional_data", "x".repeat(256), "additional_data"],
    ["currencies", "USDT", "currencies"],
    ["currencies", [{}], "currencies"],
    ["except_currencies", [5], "except_currencies"],
    ["course_source", "abc", "course_source"],
    ["course_source", "Nobody", "course_source"],
    ["from_referral_code", ["x"], "from_referral_code"],
    ["discount_percent", 101, "discount_percent"],
    ["is_refresh", 2, "is_refresh"],
    ["payer_email", "a\u0000@b.example", "payer_email"],
    ["payer_email", "me", "payer_email"],
  ];
  test.each(WRONG)("with %s %j returns 422 that names it, and writes nothing", async (field, value, named) => {
    const before = await rowCount();
    const answer = await call(create, caller, order({ [field]: value }));
    expect([answer.status, answer.json.state]).toEqual([422, 1]);
    const fields = Object.entries<string[]>(answer.json.errors);
    expect(
      fields.every(([name, codes]) => name.startsWith(named) && codes.every((code) => /^validation\./.test(code))),
    ).toBe(true);
    expect(fields.length).toBeGreaterThan(0);
    expect(await rowCount()).toEqual(before);
  });

  test("never returns 5xx for random JSON in any parameter, and never leaves a partial row", async () => {
    const names = Object.keys(
      order({
        url_return: 1,
        lifetime: 1,
        currencies: 1,
        additional_data: 1,
        discount_percent: 1,
        payer_email: 1,
        to_currency: 1,
        subtract: 1,
        accuracy_payment_percent: 1,
      }),
    );
    const values: readonly unknown[] = [
      null,
      "",
      "0",
      0,
      -1,
      1e300,
      1e-300,
      true,
      [],
      {},
      [[]],
      [null],
      { value: "0" },
      { isLosslessNumber: true, value: "1" },
      "\u0000",
      "\u202e",
      "\ufeff",
      "'; DROP TABLE invoices;--",
      "{}",
      "\ud83d",
      "9".repeat(500),
      { toString: "x" },
      { __proto__: 1 },
      "%s%n",
      "../../etc",
    ];
    for (const name of names) {
      for (const value of values) {
        const answer = await call(create, caller, order({ [name]: value }));
        expect(answer.status, `${name} ${JSON.stringify(value)} ${answer.text}`).toBeLessThan(500);
        expect(answer.json.state).toBe(answer.status === 200 ? 0 : 1);
      }
    }
    const orphans = await database().$queryRaw<unknown[]>`
      SELECT 1 FROM claimed_order_ids c LEFT JOIN invoices i ON i.id = c.owner_id WHERE i.id IS NULL
      UNION ALL SELECT 1 FROM quotes q LEFT JOIN invoices i ON i.id = q.invoice_id WHERE i.id IS NULL
      UNION ALL SELECT 1 FROM addresses a LEFT JOIN quotes q ON q.address_id = a.id WHERE a.owner_id IS NOT NULL AND q.id IS NULL`;
    expect(orphans).toEqual([]);
  });
});

describe("another merchant's invoice", () => {
  test("gets the same response as one that does not exist, by every route and id", async () => {
    const { json } = await call(create, caller, order());
    const stranger = await newCaller();
    const { uuid, order_id } = json.result;
    for (const ids of [{ uuid }, { order_id }, { uuid, order_id }, { uuid: randomUUID() }, { order_id: "nothing" }]) {
      expect(await call(info, stranger, ids)).toMatchObject({
        status: 422,
        text: '{"state":1,"message":"Payment not found"}',
      });
    }
    for (const merchant_payment_uuid of [uuid, randomUUID()]) {
      expect(await call(qr, stranger, { merchant_payment_uuid })).toMatchObject({
        status: 422,
        text: '{"state":1,"message":"Payment not found"}',
      });
    }
  });
});

describe("POST /v1/payment/qr", () => {
  test("returns the image that the invoice carries", async () => {
    const { json } = await call(create, caller, order());
    const image = await call(qr, caller, { merchant_payment_uuid: json.result.uuid.toUpperCase() });
    expect(image.json).toEqual({ state: 0, result: { image: json.result.address_qr_code } });
    expect(readSymbol(readPng(image.json.result.image))).toBe(json.result.address);
    expect((await call(qr, caller, {})).json).toEqual({
      state: 1,
      errors: { merchant_payment_uuid: ["validation.required"] },
    });
    expect((await call(qr, caller, { merchant_payment_uuid: "x" })).json).toEqual({
      state: 1,
      errors: { merchant_payment_uuid: ["validation.regex"] },
    });
  });

  test("reports for an invoice without an address that its payer has not chosen a coin", async () => {
    const { json } = await call(create, caller, order({ currency: "USD", network: null }));
    const { status, text } = await call(qr, caller, { merchant_payment_uuid: json.result.uuid });
    expect([json.result.address, status, text]).toEqual([
      null,
      422,
      '{"state":1,"message":"The payer has not chosen a coin yet"}',
    ]);
  });
});

describe("POST /v1/payment/services", () => {
  test("lists every service with exactly its keys, networks in upper case, and whether it is available", async () => {
    const { json } = await call(services, caller, "{}");
    const found = json.result.find(
      (one: { network: string; currency: string }) => one.network === "BSC" && one.currency === "USDT",
    );
    expect(found).toEqual({
      network: "BSC",
      currency: "USDT",
      is_available: true,
      limit: { min_amount: "0.50000000", max_amount: "1000000.00000000" },
      commission: { fee_amount: "0.00", percent: "1.00" },
    });
    expect(json.result.find((one: { network: string }) => one.network === "XMR")).toMatchObject({
      is_available: false,
    });
  });
});

describe("POST /v1/balance", () => {
  test("returns an array of one with the exact balances of this merchant alone", async () => {
    const shop = await newCaller({ commission: "0" });
    expect((await call(balance, shop, "")).json).toEqual({
      state: 0,
      result: [{ balance: { merchant: [], user: [] } }],
    });
    await fundCapital("USDT", "1");
    const { json } = await call(create, shop, order());
    const invoice = await invoiceNow(json.result.uuid);
    await pay(invoice, { amount: "100.123456789012345678" });
    await settleInvoice(invoice.id);
    const { json: after } = await call(balance, shop, "");
    expect(after.result).toEqual([
      {
        balance: {
          merchant: [
            {
              uuid: expect.any(String),
              balance: "100.123456789012345678",
              currency_code: "USDT",
              balance_usd: "100.12",
            },
          ],
          user: [],
        },
      },
    ]);
    expect((await call(info, shop, { uuid: invoice.id })).json.result).toMatchObject({
      payment_status: "paid_over",
      is_final: true,
      payment_amount: "100.123456789012345678",
      payment_amount_usd: "100.12",
      merchant_amount: "100.123456789012345678",
      commission: "0.00000000",
      txid: expect.stringMatching(/^0x/),
    });
  });
});
