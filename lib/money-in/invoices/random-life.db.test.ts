import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { creditCase } from "@/lib/exceptions/case-decisions/credit-case";
import { closeDatabase, database } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import {
  heldFunds,
  invoicePending,
  merchantWallet,
  operatorCapital,
  receivable,
  userWallet,
} from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { moveValue, newUser } from "@/lib/money-in/credits/testing/credit-rig";
import { cancelInvoice } from "@/lib/money-in/invoices/cancel-invoice";
import { markAsPaid } from "@/lib/money-in/invoices/mark-as-paid";
import { payFromPersonalWallet } from "@/lib/money-in/invoices/pay-from-personal-wallet";
import { refreshInvoice } from "@/lib/money-in/invoices/refresh-invoice";
import { settleInvoice } from "@/lib/money-in/invoices/settle-invoice";
import { isFinal } from "@/lib/money-in/invoices/status";
import {
  bookDifferences,
  CONFIRMATIONS,
  fillPool,
  fundCapital,
  includeAgain,
  invoiceNow,
  minutesFromNow,
  newInvoice,
  newMerchant,
  openGateway,
  pay,
  readUpTo,
  START_HEIGHT,
  spend,
  vanish,
  walletOf,
} from "@/lib/money-in/invoices/testing/gateway-rig";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { drawnCases } from "@/lib/testing/drawn-cases";

beforeAll(async () => {
  await openGateway(10);
  await fundCapital("USDT", "1000000");
  await fundCapital("USDC", "1000000");
});
afterAll(closeDatabase);

const steps = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      step: fc.constant("pay" as const),
      amount: fc.constantFrom("100", "60", "40", "99.999999999", "0.00000001", "33.333333333333333333"),
      isUsdc: fc.nat(5).map((n) => n === 0),
      isDeep: fc.boolean(),
      isLate: fc.nat(3).map((n) => n === 0),
    }),
  },
  { weight: 3, arbitrary: fc.record({ step: fc.constant("settle" as const), times: fc.integer({ min: 1, max: 3 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ step: fc.constant("vanish" as const), which: fc.nat(9), isAgreed: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ step: fc.constant("include" as const), which: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant("deepen" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ step: fc.constant("later" as const), minutes: fc.constantFrom(3, 6, 400, 1_500) }),
  },
  { weight: 2, arbitrary: fc.record({ step: fc.constant("credit" as const), which: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant("spend" as const) }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant("refresh" as const) }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant("mark" as const) }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant("inside" as const) }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant("cancel" as const) }) },
);
type Step = typeof steps extends fc.Arbitrary<infer Value> ? Value : never;

test("a random sequence of payments, reorganisations, expiry, renewal, manual marks, cancellation, personal wallets, cases and spending never loses, doubles or strands a unit", {
  timeout: 240_000,
}, async () => {
  const plans = fc.record({ steps: fc.array(steps, { minLength: 4, maxLength: 16 }), isMultiple: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(plans, async ({ steps: plan, isMultiple }) => {
      await fillPool(3);
      const merchantId = await newMerchant();
      const invoice = await newInvoice(merchantId, { lifetime: "300", is_payment_multiple: isMultiple });
      const userId = await newUser();
      await moveValue(operatorCapital("USDT"), userWallet(userId, "USDT"), "150");
      const life = { merchantId, userId, invoiceId: invoice.id, minutes: 0, height: START_HEIGHT, spent: ZERO };
      for (const step of plan) await take(life, step);
      await take(life, { step: "deepen" });
      await take(life, { step: "settle", times: 2 });
      expect(await bookDifferences()).toEqual([]);
      await expectNothingStuck(life);
    }),
    { numRuns: drawnCases({ gate: 20, all: 40 }) },
  );
});

type Life = {
  readonly merchantId: string;
  /** A user with a sufficient balance in the personal wallet. */
  readonly userId: string;
  readonly invoiceId: string;
  minutes: number;
  height: number;
  spent: Decimal;
};

async function take(life: Life, step: Step): Promise<void> {
  const { merchantId, invoiceId } = life;
  const now = minutesFromNow(life.minutes);
  const deposits = await database().deposit.findMany({ where: { ownerId: invoiceId }, orderBy: { id: "asc" } });
  if (step.step === "pay") {
    const height = step.isDeep ? life.height - CONFIRMATIONS + 1 : life.height;
    const blockTime = step.isLate ? minutesFromNow(Math.max(life.minutes, 7)) : now;
    await pay(await invoiceNow(invoiceId), {
      amount: step.amount,
      currency: step.isUsdc ? "USDC" : "USDT",
      height,
      blockTime,
    });
  } else if (step.step === "settle") {
    await Promise.all(Array.from({ length: step.times }, () => settleInvoice(invoiceId, now)));
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
    await readUpTo("bsc", life.height, minutesFromNow(life.minutes));
  } else if (step.step === "later") {
    life.minutes += step.minutes;
    await readUpTo("bsc", life.height, minutesFromNow(life.minutes));
  } else if (step.step === "credit") {
    const open = await database().case.findMany({ where: { invoiceId, status: "open" }, orderBy: { id: "asc" } });
    const chosen = open[step.which % Math.max(open.length, 1)];
    if (chosen) await creditCase({ caseId: chosen.id, merchantId, actorId: null }).catch(ignoreRefusal);
  } else if (step.step === "refresh") {
    const invoice = await invoiceNow(invoiceId);
    await refreshInvoice(await getMerchant(merchantId), invoice, 300, now).catch(ignoreRefusal);
  } else if (step.step === "inside") {
    await payFromPersonalWallet({ invoiceId, userId: life.userId }, now).catch(ignoreRefusal);
  } else if (step.step === "cancel") {
    await cancelInvoice({ merchantId, invoiceId, actorId: life.userId }, now).catch(ignoreRefusal);
  } else if (step.step === "mark") {
    await markAsPaid(merchantId, { uuid: invoiceId, order_id: null }, now).catch(ignoreRefusal);
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
 * Checks that every deposit on the chain is in an allowed account, and that a final invoice holds
 * nothing back.
 */
async function expectNothingStuck(life: Life): Promise<void> {
  const { merchantId, invoiceId } = life;
  const invoice = await invoiceNow(invoiceId);
  for (const currency of ["USDT", "USDC"]) {
    const names = [merchantWallet, receivable, heldFunds, invoicePending];
    const [wallet = ZERO, owed = ZERO, held = ZERO, pending = ZERO] = await Promise.all(
      names.map((name) => findBalance(name(merchantId, currency))),
    );
    const booked = await database().deposit.findMany({
      where: { ownerId: invoiceId, currencyCode: currency, bookedInclusion: { not: null } },
    });
    const internal = currency === "USDT" ? await paidInternally(life) : ZERO;
    const there = booked.reduce((sum, { amount }) => sum.plus(decimal(amount)), internal);
    const isGoneUndecided = booked.some(({ status }) => status === "vanished");
    const spent = currency === "USDT" ? life.spent : ZERO;
    const owned = wallet.plus(owed).plus(spent).plus(held).plus(pending);
    // At most one percent of the receipts was kept, plus half a unit of rounding per part.
    expect(owned.lte(there)).toBe(true);
    expect(owned.gte(there.times("0.99").minus("0.000001"))).toBe(true);
    if (isFinal(invoice.status) && !isGoneUndecided)
      expect(`${invoice.status} ${pending.toFixed()}`).toBe(`${invoice.status} 0`);
  }
}

/** Returns the amount paid from the payer's wallet, which must match the row. */
async function paidInternally({ userId, invoiceId }: Life): Promise<Decimal> {
  const gave = decimal("150").minus(await findBalance(userWallet(userId, "USDT")));
  const row = await database().internalPayment.findUnique({ where: { invoiceId } });
  expect(gave.toFixed()).toBe(decimal(row?.amount ?? "0").toFixed());
  return gave;
}
