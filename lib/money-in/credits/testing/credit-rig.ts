import { randomUUID } from "node:crypto";
import { database, withTransaction } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { type AccountName, operatorCapital, treasury } from "@/lib/ledger/account";
import { findBalance } from "@/lib/ledger/holdings";
import { postEntry } from "@/lib/ledger/post-entry";
import { creditPayment, type ReversibleCredit } from "@/lib/money-in/credits/credit-payment";
import { reversePaymentCredit } from "@/lib/money-in/credits/reverse-payment-credit";
import { ensureReferralCode } from "@/lib/people/referrals/referrals";

/**
 * Credits without invoices: each comes straight out of the operator's capital, so that a test
 * observes only what follows from the credit.
 */

export async function moveValue(debit: AccountName, credit: AccountName, amount: string): Promise<void> {
  const legs = [{ debit, credit, amount: decimal(amount) }];
  const entry = { kind: "treasury.fill" as const, reference: randomUUID(), groupId: "test", legs };
  await withTransaction((tx) => postEntry(tx, entry));
}

export function fillTreasury(currency: string, amount: string): Promise<void> {
  return moveValue(operatorCapital(currency), treasury(currency), amount);
}

/** Withdraws a coin from the treasury, as an operator who sells it elsewhere. */
export function drainTreasury(currency: string, amount: string): Promise<void> {
  return moveValue(treasury(currency), operatorCapital(currency), amount);
}

export async function newUser(): Promise<string> {
  const data = { email: `${randomUUID()}@people.example`, name: "Ada", passwordHash: "none" };
  return (await database().user.create({ data, select: { id: true } })).id;
}

/** Creates a user with a referral code. */
export async function newReferrer(): Promise<{ userId: string; code: string }> {
  const userId = await newUser();
  return { userId, code: await withTransaction((tx) => ensureReferralCode(tx, userId)) };
}

export async function convertCoins(merchantId: string, ...coins: readonly string[]): Promise<void> {
  await database().autoConvert.createMany({ data: coins.map((currencyCode) => ({ merchantId, currencyCode })) });
}

/** One part and its inclusions, as a deposit that a reorganisation removes and includes again. */
export type TestCredit = {
  readonly id: string;
  readonly merchantId: string;
  readonly currency: string;
  readonly amount: Decimal;
  readonly commission: Decimal;
  readonly inclusion: number;
};

export function newCredit(merchantId: string, currency: string, amount: string, commission = "0"): TestCredit {
  const money = { amount: decimal(amount), commission: decimal(commission) };
  return { id: randomUUID(), merchantId, currency, ...money, inclusion: 1 };
}

export function itemOf({ id, inclusion, currency, amount, commission }: TestCredit): ReversibleCredit {
  const reference = `${id}:${inclusion}`;
  const from = operatorCapital(currency);
  return { kind: "case.credit", reference, groupId: `case:${reference}`, currency, amount, commission, from };
}

export async function credit(...credits: readonly [TestCredit, ...TestCredit[]]): Promise<void> {
  const payment = { merchantId: credits[0].merchantId, invoiceId: null, items: credits.map(itemOf) };
  await withTransaction((tx) => creditPayment(tx, payment));
}

export async function reverse(credited: TestCredit): Promise<void> {
  const { from: to, ...item } = itemOf(credited);
  const reversal = { merchantId: credited.merchantId, invoiceId: null, item: { ...item, to } };
  await withTransaction((tx) => reversePaymentCredit(tx, reversal));
}

export async function balanceOf(name: AccountName): Promise<string> {
  const balance = await findBalance(name);
  return balance.isZero() ? "0" : balance.toFixed();
}
