import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CrashPoint } from "@/lib/kernel/crash-point";
import { closeDatabase, database } from "@/lib/kernel/db";
import { bookDifferences, openGateway, walletOf } from "@/lib/money-in/invoices/testing/gateway-rig";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { EVM_ADDRESS, fundHot, newPayer } from "@/lib/money-out/payouts/testing/payout-rig";
import { simulateConfirmed, simulateSigned } from "@/lib/money-out/payouts/testing/simulated-engine";
import { untilAnswered } from "@/lib/money-out/payouts/testing/until-answered";
import { pauseSettlement } from "@/lib/money-out/settlements/change-settlement";
import { settleDueRules } from "@/lib/money-out/settlements/settle-due";
import { decide, insertSettlementRule, payoutsOf, ruleNow } from "@/lib/money-out/settlements/testing/settlement-rig";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { bundleOnce } from "@/lib/run/worker/testing/bundle-once";
import { workerSettings } from "@/lib/run/worker/testing/settings";

/** Separate processes start slowly on a busy machine. */
const LIMIT_MS = 180_000;

beforeAll(async () => {
  await openGateway(3);
  await fundHot("bsc", "USDT", "100000");
});
afterAll(closeDatabase);

async function withRule(balance: string) {
  const payer = await newPayer({ USDT: balance });
  return { ...payer, rule: await insertSettlementRule({ merchantId: payer.merchantId, savedById: payer.userId }) };
}

const together = (count: number, work: (index: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, index) => untilAnswered(() => work(index))));

test("of 20 workers that decide one rule at once exactly one creates its payout", async () => {
  const { merchantId, rule } = await withRule("1000");
  await together(20, () => decide(rule));
  expect((await payoutsOf(merchantId)).map(({ debited }) => debited)).toEqual(["1000"]);
  const [payout] = await payoutsOf(merchantId);
  expect(await database().settlement.findMany({ where: { ruleId: rule } })).toEqual([
    { ruleId: rule, sequence: 1, payoutId: payout?.id },
  ]);
  expect(await database().send.count({ where: { purposeId: payout?.id ?? "" } })).toBe(1);
  expect([await walletOf(merchantId), (await ruleNow(rule)).stoppedAt]).toEqual(["0", null]);
  expect(await bookDifferences()).toEqual([]);
});

test("scans of several workers create one payout, also when they repeat after it has arrived", async () => {
  const { merchantId, rule } = await withRule("50");
  await together(4, () => settleDueRules());
  const { openPayoutId } = await ruleNow(rule);
  await simulateSigned(openPayoutId ?? "");
  await simulateConfirmed(openPayoutId ?? "");
  await together(4, () => settleDueRules());
  await together(4, () => settleDueRules());
  expect(await payoutsOf(merchantId)).toHaveLength(1);
});

test("a settlement beside payouts of its merchant takes no more than is left above what is kept", async () => {
  const { merchantId, rule } = await withRule("100");
  await database().settlementRule.update({ where: { id: rule }, data: { keep: "30" } });
  const merchant = await getMerchant(merchantId);
  const terms = { amount: "5", currency: "USDT", network: "bsc", address: EVM_ADDRESS, is_subtract: false };
  const pay = (index: number) =>
    createPayout(merchant, createPayoutInput.parse({ ...terms, order_id: `person-${index}` }));
  await together(12, (index) => (index % 2 === 0 ? pay(index) : decide(rule)));
  const settled = (await payoutsOf(merchantId)).filter(({ orderId }) => orderId.startsWith("settlement-"));
  expect(settled.length).toBeLessThanOrEqual(1);
  for (const { balanceAfter } of settled) expect(balanceAfter.gte(30)).toBe(true);
  expect((await ruleNow(rule)).stoppedAt).toBeNull();
  expect(await bookDifferences()).toEqual([]);
});

test("a rule that a person pauses at the same moment creates one payout or none, and is paused", async () => {
  const { merchantId, userId: actorId, rule } = await withRule("40");
  await together(6, (index) =>
    index === 3 ? pauseSettlement({ merchantId, actorId }, rule, new Date()) : decide(rule),
  );
  expect((await payoutsOf(merchantId)).length).toBeLessThanOrEqual(1);
  expect(await ruleNow(rule)).toMatchObject({ stoppedAt: expect.any(Date), stopReason: null });
});

/** How many payouts there are when the worker has died. */
const DEATHS: readonly { readonly point: CrashPoint; readonly left: number }[] = [
  { point: "settlement:locked", left: 0 },
  { point: "settlement:written", left: 0 },
  { point: "settlement:committed", left: 1 },
];

test.each(DEATHS)(
  "a worker that dies at $point leaves $left payouts, and the next one completes them to one",
  async ({ point, left }) => {
    const { merchantId, rule } = await withRule("60");
    const entryPoints = ["lib/money-out/settlements/testing/decide-settlement-main.ts"];
    const file = await bundleOnce("decide-settlement", { entryPoints });
    const env = workerSettings({ CRASH_POINT: point });
    const child = spawn(process.execPath, [file, rule], { env, stdio: "ignore" });
    expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
    expect(await payoutsOf(merchantId)).toHaveLength(left);
    expect(await walletOf(merchantId)).toBe(left === 0 ? "60" : "0");
    await decide(rule);
    await decide(rule);
    expect((await payoutsOf(merchantId)).map(({ debited }) => debited)).toEqual(["60"]);
    expect(await bookDifferences()).toEqual([]);
  },
  LIMIT_MS,
);
