import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { z } from "zod";
import * as records from "@/app/v1/conformance/clients/closed-records";
import { order, send } from "@/app/v1/conformance/errors/provocation";
import { handlerAt, operationAt } from "@/app/v1/conformance/testing/routes";
import type { Parameters } from "@/app/v1/conformance/testing/rule";
import { freshId, openWorld, type World } from "@/app/v1/conformance/testing/world";
import { closeDatabase, database } from "@/lib/kernel/db";
import { insertPayout } from "@/lib/money-out/payouts/testing/payout-rig";

vi.hoisted(() => void vi.stubEnv("RATE_LIMIT_BURST", "100000"));

let world: World;
beforeAll(async () => {
  world = await openWorld(500);
  await insertPayout(world.shop.merchantId, { orderId: "payout-1" });
  await insertPayout(world.shop.merchantId, { orderId: "payout-2", status: "paid", transactionId: "0x01" });
});
afterAll(closeDatabase);

type Case = readonly [path: string, about: string, body: (world: World) => Parameters, model: z.ZodType];

const ADDRESS = `0x${"ab".repeat(20)}`;
const CASES: readonly Case[] = [
  ["/v1/payment", "with a fixed coin", () => order({ discount_percent: -5 }), records.paymentWithoutConvert],
  [
    "/v1/payment",
    "with the coin left to the payer",
    () => order({ currency: "EUR", network: null }),
    records.paymentWithoutConvert,
  ],
  ["/v1/payment/info", "of an open invoice", ({ open }) => ({ uuid: open.id }), records.paymentWithoutConvert],
  ["/v1/payment/info", "of a paid invoice", ({ paid }) => ({ uuid: paid.id }), records.paymentWithConvert],
  ["/v1/payment/list", "one page", () => ({}), records.paymentPage],
  ["/v1/payment/services", "all services", () => ({}), records.services],
  ["/v1/payment/qr", "of an invoice", ({ open }) => ({ merchant_payment_uuid: open.id }), records.image],
  ["/v1/payment/resend", "of a paid invoice", ({ paid }) => ({ uuid: paid.id }), records.nothing],
  ["/v1/payment/discount/list", "all discounts", () => ({}), records.discounts],
  [
    "/v1/payment/discount/set",
    "one discount",
    () => ({ currency: "DAI", network: "eth", discount_percent: -3 }),
    records.discount,
  ],
  ["/v1/wallet", "a new wallet", () => ({ currency: "USDT", network: "bsc", order_id: freshId() }), records.wallet],
  ["/v1/wallet/qr", "of a wallet", ({ wallet }) => ({ wallet_address_uuid: wallet.id }), records.image],
  [
    "/v1/wallet/block-address",
    "an already blocked wallet",
    ({ blocked }) => ({ uuid: blocked.id }),
    records.blockedWallet,
  ],
  ["/v1/balance", "business and personal balances", () => ({}), records.balance],
  ["/v1/payout/info", "of a new payout", () => ({ order_id: "payout-1" }), records.payout],
  ["/v1/payout/info", "of a paid payout", () => ({ order_id: "payout-2" }), records.payout],
  ["/v1/payout/list", "one page", () => ({}), records.payoutPage],
  ["/v1/payout/services", "all services", () => ({}), records.services],
  ["/v1/payout/calc", "with an address", () => order({ address: ADDRESS, is_subtract: true }), records.calculation],
  ["/v1/payout/calculate", "without an address", () => order({ is_subtract: false }), records.calculation],
  ["/v1/transfer/to-personal", "10 USDT", () => ({ amount: "10", currency: "USDT" }), records.transfer],
  ["/v1/transfer/to-business", "10 USDT", () => ({ amount: "10", currency: "USDT" }), records.transfer],
  [
    "/v1/test-webhook/payment",
    "with sample data",
    () => ({ url_callback: "http://127.0.0.1:9/", currency: "USDT", network: "bsc" }),
    records.nothing,
  ],
];

describe("closed records of client libraries accept", () => {
  test.each(CASES)("%s (%s)", async (path, _about, body, model) => {
    const { status, json, text } = await send(path, world.shop, body(world));
    expect([status, Object.keys(json), json.state], text).toEqual([200, ["state", "result"], 0]);
    expect(model.safeParse(json.result).error?.issues ?? []).toEqual([]);
  });

  test("the public list of exchange rates", async () => {
    const handler = await handlerAt(operationAt("/v1/exchange-rate/{currency}/list"));
    const response = await handler(new Request("http://127.0.0.1/v1/exchange-rate/eth/list"));
    const { state, result } = (await response.json()) as { state: number; result: unknown };
    expect([response.status, state]).toEqual([200, 0]);
    expect(records.courses.safeParse(result).error?.issues ?? []).toEqual([]);
  });

  test("an invoice that is converted, with convert and without another key", async () => {
    const currencies = { merchantId: world.shop.merchantId, currencyCode: "DAI" };
    await database().autoConvert.create({ data: currencies });
    const { json } = await send("/v1/payment", world.shop, order({ currency: "DAI" }));
    expect(records.paymentWithConvert.safeParse(json.result).error?.issues ?? []).toEqual([]);
    expect(json.result).toHaveProperty("convert.to_currency", "USDT");
  });
});

test("closed records reject deviating responses", async () => {
  const { json } = await send("/v1/payment", world.shop, order());
  const { comments, ...less } = json.result;
  expect(comments).toBeNull();
  for (const wrong of [less, { ...json.result, tags: null }, { ...json.result, expired_at: "1" }]) {
    expect(records.paymentWithoutConvert.safeParse(wrong).success).toBe(false);
  }
});
