import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { closeDatabase, withTransaction } from "@/lib/kernel/db";
import { Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import {
  depositsCustody,
  feesEarned,
  heldFunds,
  invoicePending,
  merchantWallet,
  receivable,
} from "@/lib/ledger/account";
import { creditMerchant, type MerchantCredit, reverseMerchantCredit } from "@/lib/ledger/credit-merchant";
import { findBalance } from "@/lib/ledger/holdings";
import { postEntry } from "@/lib/ledger/post-entry";

afterAll(closeDatabase);

const creditOf = (merchantId: string, amount: string, commission: string): MerchantCredit => {
  const reference = randomUUID();
  return {
    kind: "invoice.credit",
    reference,
    groupId: "test",
    merchantId,
    currency: "USDT",
    amount: decimal(amount),
    commission: decimal(commission),
  };
};

/** Books a payment, then credits it to the merchant. */
async function credit(credited: MerchantCredit): Promise<void> {
  const { merchantId, currency, amount, reference } = credited;
  const pending = invoicePending(merchantId, currency);
  await withTransaction(async (tx) => {
    const legs = [{ debit: depositsCustody("bsc", currency), credit: pending, amount }];
    await postEntry(tx, { kind: "deposit.book", reference, groupId: "test", legs });
    await creditMerchant(tx, credited, pending);
  });
}

const reverse = (credited: MerchantCredit) =>
  withTransaction((tx) =>
    reverseMerchantCredit(
      tx,
      { ...credited, kind: "invoice.credit-reverse" },
      invoicePending(credited.merchantId, credited.currency),
    ),
  );

/**
 * Makes the merchant spend: to another liability account, since the destination does not matter
 * here.
 */
const spend = (merchantId: string, amount: Decimal) =>
  withTransaction((tx) =>
    postEntry(tx, {
      kind: "treasury.fill",
      reference: randomUUID(),
      groupId: "test",
      legs: [{ debit: merchantWallet(merchantId, "USDT"), credit: heldFunds(merchantId, "USDT"), amount }],
    }),
  );

async function standing(merchantId: string) {
  const [wallet, owed] = await Promise.all([
    findBalance(merchantWallet(merchantId, "USDT")),
    findBalance(receivable(merchantId, "USDT")),
  ]);
  return { wallet: wallet.toFixed(), owed: owed.isZero() ? "0" : owed.negated().toFixed() };
}

describe("a merchant's credit", () => {
  test("adds the amount minus the commission, once, however often it is repeated", async () => {
    const merchantId = randomUUID();
    const fees = await findBalance(feesEarned("USDT"));
    const credited = creditOf(merchantId, "100", "1.00000001");
    await credit(credited);
    await credit(credited);
    expect(await standing(merchantId)).toEqual({ wallet: "98.99999999", owed: "0" });
    expect((await findBalance(feesEarned("USDT"))).minus(fees).toFixed()).toBe("1.00000001");
    expect((await findBalance(invoicePending(merchantId, "USDT"))).toFixed()).toBe("0");
  });

  test("that consists only of commission credits nothing and still balances", async () => {
    const merchantId = randomUUID();
    const credited = creditOf(merchantId, "0.5", "0.5");
    await credit(credited);
    expect(await standing(merchantId)).toEqual({ wallet: "0", owed: "0" });
    await reverse(credited);
    expect((await findBalance(invoicePending(merchantId, "USDT"))).toFixed()).toBe("0.5");
  });

  test("reversed after it was spent leaves the wallet at zero and a receivable that later credits repay first", async () => {
    const merchantId = randomUUID();
    const credited = creditOf(merchantId, "100", "1");
    await credit(credited);
    await spend(merchantId, decimal("60"));
    await reverse(credited);
    await reverse(credited);
    expect(await standing(merchantId)).toEqual({ wallet: "0", owed: "60" });
    await credit(creditOf(merchantId, "20", "0.2"));
    expect(await standing(merchantId)).toEqual({ wallet: "0", owed: "40.2" });
    await credit(creditOf(merchantId, "50", "0.5"));
    expect(await standing(merchantId)).toEqual({ wallet: "9.3", owed: "0" });
  });

  test("keeps the exact balance and debt in any order of credits, spendings and reversals", async () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 12n }).map((units) => decimal(units).dividedBy("100000000"));
    const steps = fc.array(
      fc.oneof(
        fc.record({ step: fc.constant("credit" as const), amount, percent: fc.nat(100) }),
        fc.record({ step: fc.constant("spend" as const), share: fc.nat(100) }),
        fc.record({ step: fc.constant("reverse" as const), which: fc.nat(20) }),
      ),
      { minLength: 3, maxLength: 14 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (plan) => {
        const merchantId = randomUUID();
        const open: MerchantCredit[] = [];
        let wallet = ZERO;
        let owed = ZERO;
        for (const step of plan) {
          if (step.step === "credit") {
            const commission = step.amount
              .times(decimal(BigInt(step.percent)))
              .dividedBy("100")
              .toDecimalPlaces(8, Decimal.ROUND_HALF_EVEN);
            const credited = creditOf(merchantId, step.amount.toFixed(), commission.toFixed());
            await credit(credited);
            open.push(credited);
            const repaid = Decimal.min(owed, step.amount.minus(commission));
            owed = owed.minus(repaid);
            wallet = wallet.plus(step.amount).minus(commission).minus(repaid);
          } else if (step.step === "spend") {
            const spent = wallet
              .times(decimal(BigInt(step.share)))
              .dividedBy("100")
              .toDecimalPlaces(8, Decimal.ROUND_DOWN);
            if (spent.isZero()) continue;
            await spend(merchantId, spent);
            wallet = wallet.minus(spent);
          } else {
            const [credited] = open.splice(step.which % Math.max(open.length, 1), 1);
            if (credited === undefined) continue;
            await reverse(credited);
            const net = credited.amount.minus(credited.commission);
            const there = Decimal.min(wallet, net);
            wallet = wallet.minus(there);
            owed = owed.plus(net).minus(there);
          }
          expect(await standing(merchantId)).toEqual({ wallet: wallet.toFixed(), owed: owed.toFixed() });
        }
      }),
      { numRuns: 25 },
    );
  });

  test("and a concurrent reversal of the same merchant never lose a unit", async () => {
    const merchantId = randomUUID();
    const first = Array.from({ length: 6 }, () => creditOf(merchantId, "10", "0.1"));
    for (const credited of first) await credit(credited);
    await spend(merchantId, decimal("59.4"));
    const second = Array.from({ length: 6 }, () => creditOf(merchantId, "10", "0.1"));
    await Promise.all([...first.map(reverse), ...second.map(credit)]);
    expect(await standing(merchantId)).toEqual({ wallet: "0", owed: "0" });
    expect((await findBalance(invoicePending(merchantId, "USDT"))).toFixed()).toBe("60");
  });
});
