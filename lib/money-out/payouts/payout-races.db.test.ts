import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { reserved, treasury } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { bookDifferences, openGateway, walletOf } from "@/lib/money-in/invoices/testing/gateway-rig";
import { cancelPayout } from "@/lib/money-out/payouts/cancel-payout";
import type { Payout } from "@/lib/money-out/payouts/payout";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { EVM_ADDRESS, fillTreasury, fundHot, newPayer } from "@/lib/money-out/payouts/testing/payout-rig";
import { simulateConfirmed, simulateSigned } from "@/lib/money-out/payouts/testing/simulated-engine";
import { untilAnswered } from "@/lib/money-out/payouts/testing/until-answered";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

beforeAll(async () => {
  await openGateway(3);
  await fundHot("bsc", "USDT", "100000");
  await fundHot("eth", "ETH", "100");
});
afterAll(closeDatabase);

type Fields = Readonly<Record<string, unknown>>;
const DEFAULTS = { amount: "3", currency: "USDT", network: "bsc", address: EVM_ADDRESS, is_subtract: false };

async function payer(merchantId: string) {
  const merchant = await getMerchant(merchantId);
  return (fields: Fields): Promise<Payout> =>
    createPayout(merchant, createPayoutInput.parse({ ...DEFAULTS, order_id: randomUUID(), ...fields }));
}

/** Returns the results of concurrent calls: the payouts, and the count of each refusal. */
async function together(count: number, call: (index: number) => Promise<Payout>) {
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, (_, index) => untilAnswered(() => call(index))),
  );
  const made = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  const refusals: Record<string, number> = {};
  for (const outcome of outcomes) {
    if (outcome.status === "fulfilled") continue;
    const text = outcome.reason instanceof Error ? outcome.reason.message : String(outcome.reason);
    refusals[text] = (refusals[text] ?? 0) + 1;
  }
  return { made, refusals };
}

test("of 200 concurrent payouts of the full balance exactly one is created and paid", async () => {
  const { merchantId } = await newPayer({ USDT: "1000" });
  const pay = await payer(merchantId);
  const { made, refusals } = await together(200, () => pay({ amount: "1000" }));
  expect([made.length, refusals]).toEqual([1, { not_enough_funds: 199 }]);
  for (const { id } of made) {
    await simulateSigned(id);
    await simulateConfirmed(id);
  }
  expect(await walletOf(merchantId)).toBe("0");
  expect(await bookDifferences()).toEqual([]);
});

test("of 60 concurrent payouts of a seventh each, seven are created, without an overdraft", async () => {
  const { merchantId } = await newPayer({ USDT: "700" });
  const pay = await payer(merchantId);
  const { made, refusals } = await together(60, () => pay({ amount: "100" }));
  expect([made.length, refusals]).toEqual([7, { not_enough_funds: 53 }]);
  const left = made.map(({ balanceAfter }) => balanceAfter.toFixed()).toSorted();
  expect(left).toEqual(["0", "100", "200", "300", "400", "500", "600"]);
  expect((await findBalance(reserved(merchantId, "USDT"))).toFixed()).toBe("700");
  expect(await bookDifferences()).toEqual([]);
});

test("concurrent calls with one order id create one payout and all return it, even if it takes the whole balance", async () => {
  const { merchantId } = await newPayer({ USDT: "50" });
  const pay = await payer(merchantId);
  const { made, refusals } = await together(30, () => pay({ amount: "50", order_id: "the-same" }));
  expect([made.length, refusals]).toEqual([30, {}]);
  expect(new Set(made.map((payout) => JSON.stringify(payout))).size).toBe(1);
  expect(await database().payout.count({ where: { merchantId } })).toBe(1);
  expect(await database().send.count({ where: { purposeId: made[0]?.id ?? "" } })).toBe(1);
  expect(await walletOf(merchantId)).toBe("0");
});

test("concurrent conversions never take more from the treasury than it holds", async () => {
  await fillTreasury("ETH", "0.0251");
  const there = (await findBalance(treasury("ETH"))).toFixed();
  expect(there).toBe("0.0251");
  const payers = await Promise.all(Array.from({ length: 8 }, () => newPayer({ USDT: "100" })));
  const calls = await Promise.all(payers.map(({ merchantId }) => payer(merchantId)));
  const fields = { currency: "ETH", network: "eth", amount: "0.01", from_currency: "USDT" };
  const { made, refusals } = await together(8, (index) => calls[index]?.(fields) ?? Promise.reject(new Error("none")));
  // Each takes 0.01 plus its fee of 0.5 %.
  expect([made.length, refusals]).toEqual([2, { convert_failed: 6 }]);
  expect(await bookDifferences()).toEqual([]);
});

test("of two concurrent conversions from one balance the second is refused for lack of funds", async () => {
  await fillTreasury("ETH", "1");
  const { merchantId } = await newPayer({ USDT: "30" });
  const pay = await payer(merchantId);
  const fields = { currency: "ETH", network: "eth", amount: "0.01", from_currency: "USDT" };
  const { made, refusals } = await together(6, () => pay(fields));
  expect([made.length, refusals]).toEqual([1, { "not_enough_to_convert USDT ETH": 5 }]);
  expect(await bookDifferences()).toEqual([]);
});

test("a cancellation concurrent with signing: the payout is either returned and never signed, or sent", async () => {
  const { merchantId } = await newPayer({ USDT: "40" });
  const pay = await payer(merchantId);
  const made = [];
  for (let index = 0; index < 10; index += 1) made.push(await pay({ amount: "4" }));
  const ends = await Promise.all(
    made.map(async ({ id }) => {
      const [signed, cancelled] = await Promise.allSettled([
        simulateSigned(id),
        cancelPayout({ merchantId, payoutId: id, actorId: null }),
      ]);
      return [signed.status === "fulfilled" && signed.value !== null, cancelled.status === "fulfilled"];
    }),
  );
  for (const [isSigned, isCancelled] of ends) expect(isSigned).toBe(!isCancelled);
  const cancelledCount = ends.filter(([, isCancelled]) => isCancelled).length;
  expect(await walletOf(merchantId)).toBe(String(4 * cancelledCount));
  expect(await bookDifferences()).toEqual([]);
});

test("concurrent cancellations return the money once", async () => {
  const { merchantId } = await newPayer({ USDT: "10" });
  const { id } = await (await payer(merchantId))({ amount: "10" });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, () => cancelPayout({ merchantId, payoutId: id, actorId: null })),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await walletOf(merchantId)).toBe("10");
  expect(await bookDifferences()).toEqual([]);
});

test("after a payout failed, its order id still returns it, and a new order id creates a new payout", async () => {
  const { merchantId } = await newPayer({ USDT: "10" });
  const pay = await payer(merchantId);
  const first = await pay({ order_id: "one" });
  await cancelPayout({ merchantId, payoutId: first.id, actorId: null });
  expect(await pay({ order_id: "one", amount: "9" })).toMatchObject({ id: first.id, status: "cancel" });
  expect((await pay({ order_id: "two" })).status).toBe("process");
  expect(await walletOf(merchantId)).toBe("7");
});
