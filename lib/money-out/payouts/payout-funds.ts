import type { Tx } from "@/lib/kernel/db";
import type { AppError } from "@/lib/kernel/errors";
import { Decimal, ZERO } from "@/lib/kernel/money/decimal";
import { refusal } from "@/lib/kernel/refusals";
import { feesEarned, inFlightCustody, merchantWallet, receivable, reserved } from "@/lib/ledger/account";
import { lockMerchantFunds } from "@/lib/ledger/credit-merchant";
import { findBalance, listMerchantBalances } from "@/lib/ledger/holdings";
import { type Leg, type LockedGroup, leg, lockGroups, postEntry, postIndependentEntry } from "@/lib/ledger/post-entry";
import { readBalance } from "@/lib/ledger/repo";
import type { Conversion } from "@/lib/money-in/conversions/conversion";
import {
  accountsOfOutflowConversion,
  convertForOutflow,
  findReturnedAmount,
  type OutflowConversion,
  undoOutflowConversion,
} from "@/lib/money-in/conversions/outflow-conversion";
import type { Payout } from "@/lib/money-out/payouts/payout";
import type { Merchant } from "@/lib/people/merchants/merchant";

/** The fields of a payout that its ledger entries need. */
export type PayoutMoney = Pick<
  Payout,
  | "id"
  | "merchantId"
  | "networkCode"
  | "payerCode"
  | "fromCode"
  | "sentAmount"
  | "commission"
  | "debitedAmount"
  | "conversion"
>;

/**
 * Checks the balance without a lock, before any other work for a payout: under load, most calls
 * find the funds gone and can fail early.
 * @throws AppError as `reserveFunds` does
 */
export async function assertNotGone(tx: Tx, payout: PayoutMoney): Promise<void> {
  if ((await readBalance(tx, merchantWallet(payout.merchantId, payout.fromCode))).lt(payout.debitedAmount))
    throw shortOf(payout);
}

/**
 * Reserves the cost of a payout from the balance that pays, converted if it is another coin's
 * balance. The balance, less the merchant's debt from reversed payments, is checked under its lock;
 * so is the treasury.
 *
 * @returns the balance right after
 * @throws AppError `not_enough_funds`, `not_enough_to_convert`, `convert_failed`: the transaction
 *   must be rolled back
 */
export async function reserveFunds(tx: Tx, payout: PayoutMoney): Promise<Decimal> {
  const { merchantId, fromCode, debitedAmount } = payout;
  const accounts = [receivable(merchantId, fromCode), ...accountsOf(payout)];
  await lockGroups(tx, [{ reference: payout.id, accounts }]);
  const { balance, spendable } = await lockMerchantFunds(tx, merchantId, fromCode);
  if (spendable.lt(debitedAmount)) throw shortOf(payout);
  await post(tx, "payout.reserve", payout, await reserveLegs(tx, payout));
  return balance.minus(debitedAmount);
}

/** The accounts that `settleFunds` posts to. */
export function movedBySettling({ id, merchantId, networkCode, payerCode }: PayoutMoney): LockedGroup {
  const accounts = [reserved(merchantId, payerCode), inFlightCustody(networkCode, payerCode), feesEarned(payerCode)];
  return { reference: id, accounts };
}

/** The accounts that `returnFunds` posts to. */
export function movedByReturning(payout: PayoutMoney): LockedGroup {
  return { reference: payout.id, accounts: accountsOf(payout) };
}

/**
 * Books a confirmed payout: the sent amount, which the engine had put in flight, leaves custody,
 * and the commission is earned.
 */
export async function settleFunds(tx: Tx, payout: PayoutMoney): Promise<void> {
  const { merchantId, networkCode, payerCode, sentAmount, commission } = payout;
  const kept = reserved(merchantId, payerCode);
  const legs = [
    ...leg(kept, inFlightCustody(networkCode, payerCode), sentAmount),
    ...leg(kept, feesEarned(payerCode), commission),
  ];
  await postIndependentEntry(tx, { kind: "payout.settle", reference: payout.id, groupId: payout.id, legs });
}

/**
 * Books a failed or cancelled payout: the balance that paid gets back the full debited amount,
 * including fees. If it was converted and its merchant calls it off after the rate has expired,
 * only the current value of the coin is returned if that is less.
 */
export async function returnFunds(
  tx: Tx,
  payout: PayoutMoney & Pick<Payout, "createdAt">,
  { isCalledOff }: { readonly isCalledOff: boolean },
): Promise<void> {
  const { merchantId, fromCode, payerCode, debitedAmount } = payout;
  await lockGroups(tx, [movedByReturning(payout)]);
  const kept = reserved(merchantId, payerCode);
  const order = conversionOf(payout);
  const legs =
    order === null
      ? leg(kept, merchantWallet(merchantId, fromCode), debitedAmount)
      : await undoOutflowConversion(tx, order, kept, await returnedOf(tx, order.conversion, payout, isCalledOff));
  await post(tx, "payout.return", payout, legs);
}

async function returnedOf(tx: Tx, terms: Conversion, { createdAt }: Pick<Payout, "createdAt">, isCalledOff: boolean) {
  return isCalledOff ? await findReturnedAmount(tx, terms, createdAt) : terms.fromAmount;
}

/** Returns the specification's error for an insufficient balance. */
export function shortOf({ conversion, fromCode }: Pick<PayoutMoney, "conversion" | "fromCode">): AppError {
  if (conversion === null) return refusal("not_enough_funds");
  return refusal("not_enough_to_convert", { from: fromCode, to: conversion.toCode });
}

async function reserveLegs(tx: Tx, payout: PayoutMoney): Promise<Leg[]> {
  const { merchantId, fromCode, payerCode, debitedAmount } = payout;
  const kept = reserved(merchantId, payerCode);
  const order = conversionOf(payout);
  if (order === null) return leg(merchantWallet(merchantId, fromCode), kept, debitedAmount);
  const legs = await convertForOutflow(tx, order, kept);
  if (legs === null) throw refusal("convert_failed");
  return legs;
}

function accountsOf(payout: PayoutMoney) {
  const { merchantId, fromCode, payerCode } = payout;
  const order = conversionOf(payout);
  return [
    reserved(merchantId, payerCode),
    ...(order === null ? [merchantWallet(merchantId, fromCode)] : accountsOfOutflowConversion(order.conversion)),
  ];
}

function conversionOf({ id, merchantId, conversion }: PayoutMoney): OutflowConversion | null {
  return conversion && { cause: "payout", reference: id, conversion: { ...conversion, merchantId } };
}

async function post(
  tx: Tx,
  kind: "payout.reserve" | "payout.return",
  { id }: PayoutMoney,
  legs: readonly Leg[],
): Promise<void> {
  await postEntry(tx, { kind, reference: id, groupId: id, legs });
}

/** A merchant's business wallet in one currency. */
export type Funds = {
  /** True when a balance was ever held, or the merchant's settings accept the currency. */
  readonly hasWallet: boolean;
  readonly balance: Decimal;
  /** The balance less the debt from reversed payments, which outflows must leave covered. */
  readonly spendable: Decimal;
};

/** Reads three balances without locks: suitable for checks and display, not for debiting. */
export async function findFunds(merchant: Merchant, currency: string): Promise<Funds> {
  const [balance, owed, wallets] = await Promise.all([
    findBalance(merchantWallet(merchant.id, currency)),
    findBalance(receivable(merchant.id, currency)),
    listMerchantBalances(merchant.id),
  ]);
  const wasUsed = wallets.some((wallet) => wallet.currency === currency);
  const isTaken = merchant.acceptedCoins?.some((coin) => coin.currency === currency) ?? true;
  // A receivable is negative while it is owed.
  return { hasWallet: wasUsed || isTaken, balance, spendable: balance.plus(Decimal.min(owed, ZERO)) };
}
