import type { Tx } from "@/lib/kernel/db";
import type { AppError } from "@/lib/kernel/errors";
import { Decimal, ZERO } from "@/lib/kernel/money/decimal";
import { refusal } from "@/lib/kernel/refusals";
import { feesEarned, inFlightCustody, merchantWallet, receivable, reserved } from "@/lib/ledger/account";
import { lockMerchantFunds } from "@/lib/ledger/credit-merchant";
import { findBalance, listMerchantBalances } from "@/lib/ledger/holdings";
import { type Leg, type LockedGroup, leg, lockGroups, postEntry } from "@/lib/ledger/post-entry";
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

/** What its entries need of a payout. */
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
 * A look without a lock, before anything else is done for a payout: in a rush all but a few find
 * the money gone, and say so at once.
 * @throws AppError as `reserveFunds` does
 */
export async function assertNotGone(tx: Tx, payout: PayoutMoney): Promise<void> {
  if ((await readBalance(tx, merchantWallet(payout.merchantId, payout.fromCode))).lt(payout.debitedAmount))
    throw shortOf(payout);
}

/**
 * Takes what a payout costs out of the balance that pays, converted where that is another coin's,
 * and keeps it as reserved. The balance is judged under its lock, less what the merchant owes from
 * a reversed payment; so is the treasury.
 *
 * @returns what the balance holds right after
 * @throws AppError `not_enough_funds`, `not_enough_to_convert`, `convert_failed`: the transaction
 *   is to be rolled back
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

/** What `settleFunds` moves. */
export function movedBySettling({ id, merchantId, networkCode, payerCode }: PayoutMoney): LockedGroup {
  const accounts = [reserved(merchantId, payerCode), inFlightCustody(networkCode, payerCode), feesEarned(payerCode)];
  return { reference: id, accounts };
}

/** What `returnFunds` moves. */
export function movedByReturning(payout: PayoutMoney): LockedGroup {
  return { reference: payout.id, accounts: accountsOf(payout) };
}

/**
 * It was confirmed: what was sent leaves custody, where the engine had put it in flight, and the
 * commission is earned.
 */
export async function settleFunds(tx: Tx, payout: PayoutMoney): Promise<void> {
  const { merchantId, networkCode, payerCode, sentAmount, commission } = payout;
  const kept = reserved(merchantId, payerCode);
  await post(tx, "payout.settle", payout, [
    ...leg(kept, inFlightCustody(networkCode, payerCode), sentAmount),
    ...leg(kept, feesEarned(payerCode), commission),
  ]);
}

/**
 * It failed or was cancelled: the balance that paid gets back what was taken, fees included, to the
 * last unit. Where it was converted and is called off by its merchant once the rate does not stand
 * any more, what the coin is worth by now, if that is less.
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

/** The specification's text for a balance that is too small. */
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
  kind: "payout.reserve" | "payout.settle" | "payout.return",
  { id }: PayoutMoney,
  legs: readonly Leg[],
): Promise<void> {
  await postEntry(tx, { kind, reference: id, groupId: id, legs });
}

/** A merchant's business wallet in one currency. */
export type Funds = {
  /**
   * Whether there is one: a balance was held once, or the merchant's settings take the currency.
   */
  readonly hasWallet: boolean;
  readonly balance: Decimal;
  /**
   * The balance without what the merchant owes from a reversed payment: money out waits for that.
   */
  readonly spendable: Decimal;
};

/** Reads three balances; nothing is locked, so it is for judging and showing, not for taking. */
export async function findFunds(merchant: Merchant, currency: string): Promise<Funds> {
  const [balance, owed, wallets] = await Promise.all([
    findBalance(merchantWallet(merchant.id, currency)),
    findBalance(receivable(merchant.id, currency)),
    listMerchantBalances(merchant.id),
  ]);
  const wasUsed = wallets.some((wallet) => wallet.currency === currency);
  const isTaken = merchant.acceptedCoins?.some((coin) => coin.currency === currency) ?? true;
  // A receivable is below zero while it is owed.
  return { hasWallet: wasUsed || isTaken, balance, spendable: balance.plus(Decimal.min(owed, ZERO)) };
}
