import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { creditCase } from "@/lib/exceptions/case-decisions/credit-case";
import { closeDatabase, database } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { feesEarned, heldFunds, invoicePending, merchantWallet, receivable } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import {
  bookDifferences,
  CONFIRMATIONS,
  fillPool,
  fundCapital,
  includeAgain,
  minutesFromNow,
  newMerchant,
  openGateway,
  readUpTo,
  START_HEIGHT,
  setPrice,
  spend,
  vanish,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { blockWallet } from "@/lib/money-in/static-wallets/block-wallet";
import { closeReversedTopUps, settleWallet } from "@/lib/money-in/static-wallets/settle-wallet";
import { newWallet, topUp, topUpsOf, walletNow } from "@/lib/money-in/static-wallets/testing/wallet-rig";

beforeAll(async () => {
  await openGateway(10);
  await setPrice("TRX", "0.25");
  await fundCapital("USDT", "1000000");
});
afterAll(closeDatabase);

const which = fc.nat(9);
const steps = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      step: fc.constant("pay" as const),
      // The service's minimum is 0.5, and the creation fee is worth 0.5.
      amount: fc.constantFrom("10", "0.5", "0.499999999999999999", "0.2", "0.00000001", "33.333333333333333333"),
      isUsdc: fc.nat(7).map((n) => n === 0),
      isDeep: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ step: fc.constant("settle" as const), times: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant("vanish" as const), which, isAgreed: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant("include" as const), which }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant("deepen" as const) }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant("block" as const), isRacing: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant("later" as const), minutes: fc.constantFrom(60, 1_500) }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant("price" as const), isStale: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant("credit" as const), which }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant("spend" as const) }) },
);
type Step = typeof steps extends fc.Arbitrary<infer Value> ? Value : never;

type Life = {
  readonly merchantId: string;
  readonly walletId: string;
  minutes: number;
  height: number;
  spent: Decimal;
};

test("a random sequence of top-ups, reorganisations, blocking and spending keeps each deposit in exactly one account", {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 18 }), async (plan) => {
      await fillPool(1);
      const merchantId = await newMerchant();
      const wallet = await newWallet(merchantId);
      const feesBefore = await findBalance(feesEarned("USDT"));
      const life = { merchantId, walletId: wallet.id, minutes: 0, height: START_HEIGHT, spent: ZERO };
      for (const step of plan) {
        await take(life, step);
        expect(await bookDifferences()).toEqual([]);
      }
      await take(life, { step: "deepen" });
      await take(life, { step: "settle", times: 2 });
      expect(await bookDifferences()).toEqual([]);
      await expectEverythingInItsPlace(life, feesBefore);
    }),
    { numRuns: 25 },
  );
});

async function take(life: Life, step: Step): Promise<void> {
  const { merchantId, walletId } = life;
  const deposits = await database().deposit.findMany({ where: { ownerId: walletId }, orderBy: { id: "asc" } });
  const settle = () => settleWallet(walletId, minutesFromNow(life.minutes));
  if (step.step === "pay") {
    const height = step.isDeep ? life.height - CONFIRMATIONS + 1 : life.height;
    const currency = step.isUsdc ? "USDC" : "USDT";
    await topUp(await walletNow(walletId), { amount: step.amount, currency, height });
  } else if (step.step === "settle") {
    await Promise.all(Array.from({ length: step.times }, settle));
  } else if (step.step === "vanish") {
    const standing = deposits.filter(({ status }) => status !== "vanished");
    const chosen = standing[step.which % Math.max(standing.length, 1)];
    if (chosen) await vanish(chosen.id, step.isAgreed);
  } else if (step.step === "include") {
    const gone = deposits.filter(({ status }) => status === "vanished");
    const chosen = gone[step.which % Math.max(gone.length, 1)];
    if (chosen) await includeAgain(chosen.id, life.height);
  } else if (step.step === "deepen") {
    life.height += CONFIRMATIONS - 1;
    await readUpTo("bsc", life.height);
  } else if (step.step === "block") {
    const input = { uuid: walletId, order_id: null, is_force_refund: false };
    await Promise.all([blockWallet(merchantId, input), ...(step.isRacing ? [settle(), settle()] : [])]);
  } else if (step.step === "later") {
    life.minutes += step.minutes;
    await closeReversedTopUps(minutesFromNow(life.minutes));
  } else if (step.step === "price") {
    await setPrice("TRX", "0.25", step.isStale ? 86_400 : -600);
  } else if (step.step === "credit") {
    const open = await database().case.findMany({ where: { walletId, status: "open" }, orderBy: { id: "asc" } });
    const chosen = open[step.which % Math.max(open.length, 1)];
    if (chosen) await creditCase({ caseId: chosen.id, merchantId, actorId: null }).catch(ignoreRefusal);
  } else {
    const half = decimal(await walletOf(merchantId))
      .dividedBy("2")
      .toDecimalPlaces(8, Decimal.ROUND_DOWN);
    if (half.gt(ZERO)) await spend(merchantId, half.toFixed());
    life.spent = life.spent.plus(half);
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

/**
 * Checks that credited + held + pending + kept = booked, and that every top-up's parts are credited
 * or otherwise accounted for.
 */
async function expectEverythingInItsPlace(life: Life, feesBefore: Decimal): Promise<void> {
  const { merchantId, walletId } = life;
  const names = [merchantWallet, receivable, heldFunds, invoicePending];
  const [wallet = ZERO, owed = ZERO, held = ZERO, pending = ZERO] = await Promise.all(
    names.map((name) => findBalance(name(merchantId, "USDT"))),
  );
  const fees = (await findBalance(feesEarned("USDT"))).minus(feesBefore);
  const deposits = await database().deposit.findMany({ where: { ownerId: walletId, currencyCode: "USDT" } });
  const booked = deposits.filter(({ bookedInclusion }) => bookedInclusion !== null);
  const there = booked.reduce((sum, { amount }) => sum.plus(decimal(amount)), ZERO);
  const merchants = wallet.plus(owed).plus(life.spent);
  expect(merchants.plus(held).plus(pending).plus(fees).toFixed()).toBe(there.toFixed());
  const isUndecided = booked.some(({ status }) => status === "vanished");
  const now = await walletNow(walletId);
  if (!isUndecided && now.status === "blocked") expect(pending.toFixed()).toBe("0");
  if (!isUndecided && now.status === "active") expect(pending.lt("0.5")).toBe(true);
  expect(now.creationFeePaid.lte(now.creationFee)).toBe(true);
  const credits = await database().invoiceCredit.groupBy({
    by: ["depositId"],
    where: { reversedAt: null, depositId: { in: deposits.map(({ id }) => id) } },
    _count: true,
  });
  expect(credits.every(({ _count }) => _count === 1)).toBe(true);
  const sums = (await topUpsOf(walletId)).reduce((sum, { credited }) => sum.plus(decimal(credited ?? "0")), ZERO);
  expect(sums.toFixed()).toBe(merchants.toFixed());
}
