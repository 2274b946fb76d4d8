import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "@/lib/kernel/db";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { reserved } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { bookDifferences, openGateway, walletOf } from "@/lib/money-in/invoices/testing/gateway-rig";
import { cancelPayout } from "@/lib/money-out/payouts/cancel-payout";
import type { Payout } from "@/lib/money-out/payouts/payout";
import { findMerchantPayout } from "@/lib/money-out/payouts/repo";
import { createPayoutInput } from "@/lib/money-out/payouts/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { isFinal, isReturned } from "@/lib/money-out/payouts/status";
import {
  EVM_ADDRESS,
  emptyTreasury,
  fillTreasury,
  fundHot,
  give,
  newPayer,
} from "@/lib/money-out/payouts/testing/payout-rig";
import {
  simulateConfirmed,
  simulateFailed,
  simulateSigned,
  simulateWaits,
} from "@/lib/money-out/payouts/testing/simulated-engine";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

const RUNS = 12;
const STEPS_MAX = 25;
/** Each step is a transaction or two, each run an audit: twenty seconds on an idle machine. */
const LIMIT_MS = 300_000;

beforeAll(async () => {
  await openGateway(3);
  await fundHot("bsc", "USDT", "1000000");
  await fundHot("eth", "ETH", "1000000");
});
afterAll(closeDatabase);

/** What may happen to payouts, in any order; `which` selects one of the created payouts. */
type Step =
  | { readonly does: "give" | "fill"; readonly coin: "USDT" | "ETH"; readonly amount: string }
  | { readonly does: "empty" }
  | { readonly does: "pay"; readonly way: number; readonly amount: string; readonly isSubtract: boolean }
  | {
      readonly does: "sign" | "confirm" | "fail" | "cancel" | "repeat" | "hold" | "resume";
      readonly which: number;
    };

const coin = fc.constantFrom("USDT" as const, "ETH" as const);
const amount = fc
  .integer({ min: 1, max: 400_000 })
  .map((thousandths) => decimal(String(thousandths)).dividedBy("1000").toFixed());
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom("give" as const, "fill" as const), coin, amount }) },
  { weight: 1, arbitrary: fc.constant({ does: "empty" as const }) },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant("pay" as const),
      way: fc.nat({ max: 3 }),
      amount,
      isSubtract: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constantFrom("sign", "confirm", "fail", "cancel", "repeat", "hold", "resume"),
      which: fc.nat(),
    }),
  },
);

/** The four payout routes of the API. */
const WAYS = [
  { currency: "USDT", network: "bsc" },
  { currency: "EUR", to_currency: "USDT", network: "bsc" },
  { currency: "EUR", to_currency: "ETH", network: "eth", from_currency: "USDT" },
  { currency: "ETH", network: "eth", from_currency: "USDT" },
];

class Life {
  readonly made: Payout[] = [];
  readonly given = new Map<string, Decimal>();
  readonly merchantId: string;

  constructor(merchantId: string) {
    this.merchantId = merchantId;
  }

  async take(step: Step): Promise<void> {
    switch (step.does) {
      case "give":
        this.given.set(step.coin, (this.given.get(step.coin) ?? ZERO).plus(step.amount));
        return await give(this.merchantId, step.coin, step.amount);
      case "fill":
        return await fillTreasury(step.coin, step.amount);
      case "empty":
        return await emptyTreasury("USDT");
      case "pay":
        return await this.pay(step);
      default:
        return await this.go(step.does, this.made[step.which % Math.max(1, this.made.length)]);
    }
  }

  private async pay({ way, amount, isSubtract }: Step & { does: "pay" }): Promise<void> {
    const fields = { ...WAYS[way], amount, order_id: randomUUID(), address: EVM_ADDRESS, is_subtract: isSubtract };
    const merchant = await getMerchant(this.merchantId);
    const payout = await refusable(() => createPayout(merchant, createPayoutInput.parse(fields)));
    if (payout !== null) this.made.push(payout);
  }

  private async go(does: (Step & { which: number })["does"], payout: Payout | undefined): Promise<void> {
    if (payout === undefined) return;
    const { id, merchantId, orderId } = payout;
    const now = await findMerchantPayout(merchantId, id);
    const isSent = now?.transactionId !== null && now !== null && !isFinal(now.status);
    if (does === "sign") await simulateSigned(id);
    if (does === "confirm" && isSent) await simulateConfirmed(id);
    if (does === "fail" && isSent) await simulateFailed(id);
    if (does === "hold") await simulateWaits(id, "funds");
    if (does === "resume") await simulateWaits(id, null);
    if (does === "cancel") await refusable(() => cancelPayout({ merchantId, payoutId: id, actorId: null }));
    if (does !== "repeat") return;
    const fields = { ...WAYS[0], amount: "1", order_id: orderId, address: EVM_ADDRESS, is_subtract: true };
    expect((await createPayout(await getMerchant(merchantId), createPayoutInput.parse(fields))).id).toBe(id);
  }

  /** Checks the balances against those derived from the payouts alone. */
  async check(): Promise<void> {
    const rows = await Promise.all(this.made.map(({ id }) => findMerchantPayout(this.merchantId, id)));
    const payouts = rows.flatMap((row) => (row === null ? [] : [row]));
    const sum = (amounts: Decimal[]) => amounts.reduce((total, one) => total.plus(one), ZERO);
    for (const code of ["USDT", "ETH"]) {
      const debited = payouts.filter(({ fromCode, status }) => fromCode === code && !isReturned(status));
      const kept = payouts.filter(({ payerCode, status }) => payerCode === code && !isFinal(status));
      const left = (this.given.get(code) ?? ZERO).minus(sum(debited.map(({ debitedAmount }) => debitedAmount)));
      expect(await walletOf(this.merchantId, code)).toBe(left.toFixed());
      const inReserve = sum(kept.map(({ sentAmount, commission }) => sentAmount.plus(commission)));
      expect((await findBalance(reserved(this.merchantId, code))).toFixed()).toBe(inReserve.toFixed());
    }
  }
}

/** Returns null when a business rule refuses it, which is a valid result and changes nothing. */
async function refusable<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && error.name === "AppError") return null;
    throw error;
  }
}

test(
  "after any sequence of events balances match the payouts, and the books are consistent",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: STEPS_MAX }), async (steps) => {
        const life = new Life((await newPayer()).merchantId);
        await life.take({ does: "give", coin: "USDT", amount: "1000" });
        for (const one of steps) await life.take(one);
        await life.check();
        expect(await bookDifferences()).toEqual([]);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  LIMIT_MS,
);
