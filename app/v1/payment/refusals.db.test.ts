import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { POST as create } from "@/app/v1/payment/route";
import { createPayment } from "@/lib/fronts/machine-api/operations/invoices";
import { type Answer, type Caller, call, newCaller } from "@/lib/fronts/machine-api/testing/call-api";
import { closeDatabase, connectionPool, database } from "@/lib/kernel/db";
import { drainPool, fillPool, openGateway, setPrice } from "@/lib/money-in/invoices/testing/gateway-rig";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";
import { clearRatesCache } from "@/lib/pricing/rates/queries";

/**
 * Every row of the specification's error table that can occur when creating an invoice: the
 * condition, and the exact bytes.
 */
let caller: Caller;
beforeAll(async () => {
  await openGateway(100);
  caller = await newCaller();
});
afterAll(closeDatabase);

const order = (fields: Record<string, unknown> = {}) => ({
  amount: "100",
  currency: "USDT",
  network: "bsc",
  order_id: randomUUID(),
  ...fields,
});
const send = (fields: Record<string, unknown> = {}, as = caller) => call(create, as, order(fields));
const refused = (message: string) => ({ status: 422, text: JSON.stringify({ state: 1, message }) });

/**
 * Expects the call to be refused with nothing written, and to succeed once the cause is removed.
 */
async function refusedWhile(
  message: string,
  fields: Record<string, unknown>,
  repair: () => Promise<unknown>,
): Promise<void> {
  const wanted = order(fields);
  const count = () => Promise.all([database().invoice.count(), database().claimedOrderId.count()]);
  const before = await count();
  expect(await call(create, caller, wanted)).toMatchObject(refused(message));
  expect(await count()).toEqual(before);
  await repair();
  expect((await call(create, caller, wanted)).json.state).toBe(0);
}
const usdToEther = { currency: "USD", to_currency: "ETH", network: "eth" };

describe("by the request", () => {
  test.each([
    [
      { amount: undefined, currency: undefined, order_id: undefined },
      '{"state":1,"errors":{"amount":["validation.required"],"currency":["validation.required"],"order_id":["validation.required"]}}',
    ],
    [{ currency: "MOON" }, "The currency was not found"],
    [{ network: "moon" }, "The network was not found"],
    [{ currency: "USD", to_currency: "MOON" }, "Not found service to_currency"],
    [{ currency: "USD", to_currency: "EUR" }, "Not found service to_currency"],
    [{ currency: "USD", to_currency: "BTC" }, "Not found service to_currency"],
    [{ currency: "BTC" }, "The service was not found"],
    [{ amount: "0.49999999" }, "Minimum amount 0.5 USDT"],
    [{ amount: "1000000.00000001" }, "Maximum amount 1000000 USDT"],
    [{ ...usdToEther, amount: "0.01" }, /^Minimum amount 0\.\d+ ETH$/],
    [{ currency: "USD", network: null, amount: "0.000001" }, /^Minimum amount [\d.]+ [A-Z]+$/],
  ])("%j", async (fields, expected) => {
    const { status, json, text } = await send(fields);
    expect(status).toBe(422);
    if (typeof expected === "string" && expected.startsWith("{")) expect(text).toBe(expected);
    else
      expect(json).toEqual({
        state: 1,
        message: expected instanceof RegExp ? expect.stringMatching(expected) : expected,
      });
  });
});

describe("by the merchant's settings", () => {
  test("You are forbidden: its payments are blocked", async () => {
    const block = (at: Date | null) =>
      database().merchant.update({ where: { id: caller.merchantId }, data: { paymentsBlockedAt: at } });
    await block(new Date());
    await refusedWhile("You are forbidden", {}, () => block(null));
  });

  test("Wallet not found: it does not accept the coin", async () => {
    const shop = await newCaller();
    const acceptedCoins = [{ currency: "BTC", network: null }];
    await database().merchant.update({ where: { id: shop.merchantId }, data: { acceptedCoins } });
    expect(await send({}, shop)).toMatchObject(refused("Wallet not found"));
    expect(await send(usdToEther, shop)).toMatchObject(refused("Wallet not found"));
  });
});

describe("by the gateway's current state", () => {
  const cursor = (data: object) => async () => {
    await database().chainCursor.update({ where: { networkCode: "bsc" }, data });
    clearCatalogCache();
  };

  test("The terminal was not found: the network's node is missing, lags, does not respond, or was stopped", async () => {
    const { headTime, lastAnswerAt } = await database().chainCursor.findUniqueOrThrow({
      where: { networkCode: "bsc" },
    });
    const sound = { headTime, lastAnswerAt, stoppedAt: null };
    const longAgo = new Date(Date.now() - 3_600_000);
    for (const issue of [{ headTime: longAgo }, { lastAnswerAt: longAgo }, { stoppedAt: new Date() }]) {
      await cursor(issue)();
      await refusedWhile("The terminal was not found", {}, cursor(sound));
    }
    expect(await send({ network: "tron" })).toMatchObject(refused("The terminal was not found"));
  });

  test("The terminal was not found: no address is available", async () => {
    await drainPool();
    await refusedWhile("The terminal was not found", {}, () => fillPool(100));
  });

  test("Gateway error: the price is too old, or awaits verification", async () => {
    await setPrice("ETH", "2000", 121);
    await refusedWhile("Gateway error", usdToEther, () => setPrice("ETH", "2000"));
    await database()
      .$executeRaw`UPDATE rates SET pending_price = 9000, pending_since = now() WHERE currency_code = 'ETH'`;
    clearRatesCache();
    await refusedWhile("Gateway error", usdToEther, async () => {
      await database().$executeRaw`UPDATE rates SET pending_price = NULL, pending_since = NULL`;
      clearRatesCache();
    });
  });

  test("Gateway error: no coin that the payer could choose has a price", async () => {
    await database().$executeRaw`UPDATE rates SET observed_at = observed_at - interval '1 hour'`;
    clearRatesCache();
    await refusedWhile("Gateway error", { currency: "USD", network: null }, async () => {
      await database().$executeRaw`UPDATE rates SET observed_at = observed_at + interval '1 hour'`;
      clearRatesCache();
    });
  });

  test("Error convert to_currency: the coin never had a price", async () => {
    await database().rate.deleteMany({ where: { currencyCode: "ETH" } });
    clearRatesCache();
    await refusedWhile("Error convert to_currency", usdToEther, () => setPrice("ETH", "2000"));
  });

  test("Server error: the database closes the connection during the write; the same call succeeds afterwards", async () => {
    const blocker = await connectionPool().connect();
    try {
      await blocker.query("BEGIN; LOCK TABLE quotes IN ACCESS EXCLUSIVE MODE");
      const wanted = order();
      const answer = call(create, caller, wanted);
      // Outside the blocker's transaction, which would see the same snapshot each time.
      await vi.waitFor(
        async () => {
          const ended = await database().$queryRaw<unknown[]>`
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
              AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO quotes%'`;
          expect(ended.length).toBe(1);
        },
        { timeout: 60_000 },
      );
      expect(await answer).toMatchObject(refused("Server error"));
      await blocker.query("ROLLBACK");
      expect((await call(create, caller, wanted)).json.state).toBe(0);
    } finally {
      blocker.release(true);
    }
  });

  test("Server error, #number with HTTP 500 and its own format: a bug of the gateway, never a refusal", async () => {
    await database().$executeRaw`ALTER TABLE claimed_order_ids RENAME TO claimed_order_ids_away`;
    let answer: Answer;
    try {
      answer = await send();
    } finally {
      await database().$executeRaw`ALTER TABLE claimed_order_ids_away RENAME TO claimed_order_ids`;
    }
    expect(answer.status).toBe(500);
    expect(answer.text).toMatch(/^\{"message":"Server error, #\d+","code":500,"error":null\}$/);
  });
});

test("the reference lists every message that creating an invoice is refused with", () => {
  expect([...createPayment.refusals].toSorted()).toEqual(
    [
      "You are forbidden",
      "The network was not found",
      "The currency was not found",
      "The service was not found",
      "Not found service to_currency",
      "Error convert to_currency",
      "Minimum amount <min> <currency>",
      "Maximum amount <max> <currency>",
      "Wallet not found",
      "The terminal was not found",
      "Gateway error",
      "Server error",
    ].toSorted(),
  );
});
