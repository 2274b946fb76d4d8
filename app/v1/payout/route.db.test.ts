import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as info } from "@/app/v1/payout/info/route";
import { POST as list } from "@/app/v1/payout/list/route";
import { POST as create } from "@/app/v1/payout/route";
import { POST as services } from "@/app/v1/payout/services/route";
import { call, type Handler } from "@/lib/fronts/machine-api/testing/call-api";
import { closeDatabase, database } from "@/lib/kernel/db";
import { openGateway, setPrice, walletOf } from "@/lib/money-in/invoices/testing/gateway-rig";
import { EVM_ADDRESS, fundHot, insertPayout, newPayer, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";
import {
  sendOf,
  simulateConfirmed,
  simulateSigned,
  simulateWaits,
} from "@/lib/money-out/payouts/testing/simulated-engine";
import { offerNetworks } from "@/lib/pricing/catalog/testing/offer-networks";

let payer: Payer;
beforeAll(async () => {
  await openGateway(3);
  payer = await newPayer({ USDT: "1000" });
});
afterAll(closeDatabase);

const payout = (fields: Record<string, unknown> = {}) => ({
  amount: "3",
  currency: "USDT",
  network: "bsc",
  order_id: randomUUID(),
  address: EVM_ADDRESS,
  is_subtract: true,
  ...fields,
});
const entryCount = () => database().journalEntry.count();
const payoutCount = () => database().payout.count();

describe("POST /v1/payout", () => {
  test("reserves the money and returns the payout object, which looks the same when requested again", async () => {
    const merchant = await newPayer({ USDT: "100" });
    const { status, json, text } = await call(create, merchant, payout({ order_id: "new" }));
    expect(status).toBe(200);
    expect(json.result).toEqual({
      uuid: expect.any(String),
      amount: "3",
      currency: "USDT",
      network: "BSC",
      address: EVM_ADDRESS,
      txid: null,
      status: "process",
      is_final: false,
      balance: 96.9,
      payer_currency: "USDT",
      payer_amount: 3,
      commission: "0.10000000",
      merchant_amount: "3.10000000",
    });
    expect((await call(info, merchant, { order_id: "new" })).text).toBe(text);
    expect((await call(create, merchant, payout({ order_id: "new", amount: "50" }))).text).toBe(text);
    expect(await walletOf(merchant.merchantId)).toBe("96.9");
  });

  test("txid and status appear in info and list as they become known", async () => {
    const merchant = await newPayer({ USDT: "100" });
    const { uuid } = (await call(create, merchant, payout())).json.result;
    const seen = async () => {
      const { txid, status, is_final } = (await call(info, merchant, { uuid })).json.result;
      const [item] = (await call(list, merchant, {})).json.result.items;
      expect([item.txid, item.status, item.is_final]).toEqual([txid, status, is_final]);
      return [txid, status, is_final];
    };
    await simulateWaits(uuid, "funds");
    expect(await seen()).toEqual([null, "check", false]);
    const txid = await simulateSigned(uuid);
    expect(await seen()).toEqual([txid, "process", false]);
    await simulateConfirmed(uuid);
    expect(await seen()).toEqual([txid, "paid", true]);
  });

  const REFUSED: readonly (readonly [Record<string, unknown>, unknown])[] = [
    [{ amount: "1000" }, "Not enough funds"],
    [{ amount: "0.1" }, "Minimum amount 0.5 USDT"],
    [{ currency: "NOPE" }, "The currency was not found"],
    [{ network: "eth", memo: "1" }, { memo: ["validation.prohibited"] }],
    [{ memo: "m".repeat(31) }, { memo: ["validation.max.string"] }],
    [{ order_id: null }, { order_id: ["validation.required"] }],
    [{ order_id: "a".repeat(101) }, { order_id: ["validation.max.string"] }],
    [{ order_id: "a b" }, { order_id: ["validation.regex"] }],
    [{ url_callback: "ftp://shop.example/x" }, { url_callback: ["validation.url"] }],
    [{ url_callback: "http" }, { url_callback: ["validation.min.string", "validation.url"] }],
    [{ address: "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa" }, { address: ["validation.address.network"] }],
    [{ is_subtract: undefined }, { is_subtract: ["validation.required"] }],
  ];
  test.each(REFUSED)("%j is refused, and nothing is written", async (fields, expected) => {
    const before = [await payoutCount(), await entryCount()];
    const { status, json } = await call(create, payer, payout(fields));
    expect([status, json.message ?? json.errors]).toEqual([422, expected]);
    expect([await payoutCount(), await entryCount()]).toEqual(before);
  });

  test("a memo is accepted on the network that has one", async () => {
    const ton = { amount: "1", currency: "TON", network: null, memo: "deposit 17" };
    const address = "UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA";
    const merchant = await newPayer({ TON: "5" });
    await offerNetworks("ton");
    await setPrice("TON", "3");
    const { json } = await call(create, merchant, payout({ ...ton, address }));
    expect(json.result).toMatchObject({ status: "process", network: "TON" });
    expect(await sendOf(json.result.uuid)).toMatchObject({ memo: "deposit 17", toAddress: address });
  });

  test("a known order id returns its payout, whatever else is sent, also while payouts are blocked", async () => {
    const merchant = await newPayer();
    await insertPayout(merchant.merchantId, { orderId: "first", status: "paid", transactionId: "0xabc" });
    await database().merchant.update({ where: { id: merchant.merchantId }, data: { payoutsBlockedAt: new Date() } });
    const made = await call(create, merchant, payout({ order_id: "first", amount: "99999999", address: "nowhere" }));
    expect(made.json.result).toMatchObject({ amount: "3", status: "paid", is_final: true, txid: "0xabc" });
    expect((await call(create, merchant, payout())).json).toEqual({ state: 1, message: "You are forbidden" });
  });

  test("another merchant's order id is unknown", async () => {
    await insertPayout((await newPayer()).merchantId, { orderId: "shared" });
    const { json } = await call(create, payer, payout({ order_id: "shared" }));
    expect((await call(info, payer, { order_id: "shared" })).json.result.uuid).toBe(json.result.uuid);
  });

  test("with the payment key neither money nor parameters are checked", async () => {
    for (const handler of [create, list, services] as Handler[])
      expect((await call(handler, payer.byPaymentKey, {})).status).toBe(401);
  });
});

describe("POST /v1/payout/info", () => {
  test("returns the payout object with its keys in order, and numbers with every digit", async () => {
    const uuid = await insertPayout(payer.merchantId, {
      balanceAfter: "12345678901234567.89",
      sentAmount: "3.000000000000000001",
    });
    const { text, json } = await call(info, payer, { uuid });
    expect(Object.keys(json.result)).toEqual([
      "uuid",
      "amount",
      "currency",
      "network",
      "address",
      "txid",
      "status",
      "is_final",
      "balance",
      "payer_currency",
      "payer_amount",
      "commission",
      "merchant_amount",
    ]);
    expect(json.result).toMatchObject({
      amount: "3",
      currency: "USDT",
      network: "BSC",
      address: EVM_ADDRESS,
      txid: null,
      status: "process",
      is_final: false,
      payer_currency: "USDT",
      commission: "0.10000000",
      merchant_amount: "3.10000000",
    });
    expect(text).toContain('"balance":12345678901234567.89,');
    expect(text).toContain('"payer_amount":3.000000000000000001,');
  });

  test("shows the conversion if another balance paid", async () => {
    const uuid = await insertPayout(payer.merchantId, {
      amountText: "10",
      amount: "10",
      currencyCode: "EUR",
      payerCode: "BTC",
      networkCode: "btc",
      fromCode: "USDT",
      sentAmount: "0.000125",
      commission: "0.00001",
      debitedAmount: "13.56783920",
    });
    await database().conversion.create({
      data: {
        merchantId: payer.merchantId,
        cause: "payout",
        reference: uuid,
        fromCode: "USDT",
        fromAmount: "13.56783920",
        toCode: "BTC",
        toAmount: "0.000135",
        fee: "0.00000068",
        rate: "0.00001",
        rateSource: "Binance",
        rateAt: new Date(),
      },
    });
    const { json } = await call(info, payer, { uuid });
    expect(json.result).toMatchObject({ currency: "EUR", payer_currency: "BTC", merchant_amount: "13.56783920" });
    expect(json.result.convert).toEqual({
      to_currency: "BTC",
      from_currency: "USDT",
      commission: "0.00000068",
      rate: "0.00001000",
      from_amount: "12.50000000",
    });
  });

  test("the order id takes precedence, and the payment key is accepted too", async () => {
    const orderId = randomUUID();
    const uuid = await insertPayout(payer.merchantId, { orderId });
    for (const caller of [payer, payer.byPaymentKey]) {
      for (const ids of [{ uuid }, { order_id: orderId }, { uuid: randomUUID(), order_id: orderId }])
        expect((await call(info, caller, ids)).json.result.uuid).toBe(uuid);
      expect((await call(info, caller, { uuid, order_id: "another" })).json.message).toBe("Payout not found");
    }
  });

  test("neither id, an unknown one and another merchant's are refused", async () => {
    const foreign = await insertPayout((await newPayer()).merchantId);
    const errors = { uuid: ["validation.required_without"], order_id: ["validation.required_without"] };
    expect((await call(info, payer, { uuid: null, order_id: "" })).json).toEqual({ state: 1, errors });
    for (const ids of [{ uuid: randomUUID() }, { order_id: "unknown" }, { uuid: foreign }])
      expect((await call(info, payer, ids)).json).toEqual({ state: 1, message: "Payout not found" });
  });
});

describe("POST /v1/payout/list", () => {
  test("pages through every payout of the merchant once, newest first, with the cursor in body or query", async () => {
    const merchant = await newPayer();
    for (let index = 0; index < 17; index += 1)
      await insertPayout(merchant.merchantId, {
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, index)),
        orderId: `o${index}`,
      });
    const first = (await call(list, merchant, {})).json.result;
    expect(Object.keys(first)).toEqual(["merchant_uuid", "items", "paginate"]);
    expect(first.merchant_uuid).toBe(merchant.merchantId);
    expect(first.paginate).toMatchObject({ count: 15, hasPages: true, previousCursor: null, perPage: 15 });
    const second = (await call(list, merchant, { cursor: first.paginate.nextCursor })).json.result;
    const ids = [...first.items, ...second.items].map((item: { order_id: string }) => item.order_id);
    expect(ids).toEqual(Array.from({ length: 17 }, (_, index) => `o${16 - index}`));
    expect(second.items[0]).toEqual({
      uuid: expect.any(String),
      amount: "3",
      currency: "USDT",
      network: "BSC",
      address: EVM_ADDRESS,
      txid: null,
      order_id: "o1",
      payment_status: null,
      status: "process",
      is_final: false,
      balance: "129.00000000",
      created_at: "2026-01-01T03:01:00+03:00",
      updated_at: expect.stringMatching(/\+03:00$/),
    });
    const days = { date_from: "2026-01-01 3:02:00", date_to: "2026-01-01 3:03:00" };
    expect((await call(list, merchant, days)).json.result.items).toHaveLength(2);
    expect((await call(list, merchant, { date_from: "yesterday" })).json.errors).toEqual({
      date_from: ["validation.regex"],
    });
  });

  test("a merchant without payouts gets an empty page, and never another's", async () => {
    const { json } = await call(list, await newPayer(), { cursor: "1" });
    expect(json.result.items).toEqual([]);
  });
});

describe("POST /v1/payout/services", () => {
  const ask = async (network: string, currency: string) =>
    (await call(services, payer, {})).json.result.find(
      (service: Record<string, unknown>) => service.network === network && service.currency === currency,
    );

  test("lists every service with its payout terms; none is available if its hot wallet is empty", async () => {
    const { json } = await call(services, payer, {});
    expect(json.result.length).toBe(await database().service.count());
    expect(json.result).toContainEqual({
      network: "BSC",
      currency: "USDC",
      is_available: false,
      limit: { min_amount: "0.50000000", max_amount: "1000000.00000000" },
      commission: { fee_amount: "0.10000000", percent: "0.00" },
    });
    // The rig funds merchants from the hot wallet of bsc.
    const available = json.result.filter((service: { is_available: boolean }) => service.is_available);
    expect(new Set(available.map(({ network }: { network: string }) => network))).toEqual(new Set(["BSC"]));
  });

  test("a service is available once its hot wallet holds some of the coin and its network is up", async () => {
    await fundHot("polygon", "USDC", "1000");
    await fundHot("tron", "USDT", "1000");
    const both = [(await ask("POLYGON", "USDC")).is_available, (await ask("TRON", "USDT")).is_available];
    expect(both).toEqual([true, false]);
  });

  test("not while a payout of it waits for funds or its network for gas, nor while a kill switch is set", async () => {
    await fundHot("polygon", "USDT", "1000");
    const { uuid } = (await call(create, payer, payout())).json.result;
    const both = async () => [(await ask("BSC", "USDT")).is_available, (await ask("POLYGON", "USDT")).is_available];
    expect(await both()).toEqual([true, true]);
    for (const reason of ["funds", "gas"] as const) {
      await simulateWaits(uuid, reason);
      expect(await both()).toEqual([false, true]);
    }
    await simulateWaits(uuid, null);
    await database().sendStop.create({ data: { scope: "polygon", kind: "operator", reason: "test" } });
    expect(await both()).toEqual([true, false]);
    await database().sendStop.create({ data: { scope: "all", kind: "operator", reason: "test" } });
    expect(await both()).toEqual([false, false]);
    await database().sendStop.deleteMany();
  });

  test("shows the current cost of a payout: the network fee with its margin if that is higher", async () => {
    const key = { currencyCode: "USDC", networkCode: "bsc", priority: "recommended" } as const;
    // 0.001 BNB at 800 dollars, plus a quarter.
    await database().payoutFeeEstimate.create({ data: { ...key, amount: "0.001", observedAt: new Date() } });
    expect((await ask("BSC", "USDC")).commission.fee_amount).toBe("1.00000000");
    const merchant = await newPayer({ USDC: "10" });
    const { json } = await call(create, merchant, payout({ currency: "USDC" }));
    expect(json.result).toMatchObject({ commission: "1.00000000", merchant_amount: "4.00000000" });
    await database().payoutFeeEstimate.update({
      where: { currencyCode_networkCode_priority: key },
      data: { amount: "0.002" },
    });
    expect((await ask("BSC", "USDC")).commission.fee_amount).toBe("1.00000000");
  });
});
