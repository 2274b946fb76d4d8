import { coveredAmount, type Refund, refundErrors } from "@/lib/exceptions/refunds/refund";
import type { Tx } from "@/lib/kernel/db";
import { type Decimal, ZERO } from "@/lib/kernel/money/decimal";
import {
  type AccountName,
  feesEarned,
  heldFunds,
  inFlightCustody,
  merchantWallet,
  receivable,
  reserved,
} from "@/lib/ledger/account";
import { lockMerchantFunds, repayReceivable } from "@/lib/ledger/credit-merchant";
import { type Leg, type LockedGroup, leg, lockGroups, postEntry } from "@/lib/ledger/post-entry";
import type { Conversion } from "@/lib/money-in/conversions/conversion";
import {
  accountsOfOutflowConversion,
  convertForOutflow,
  findReturnedAmount,
  type OutflowConversion,
  undoOutflowConversion,
} from "@/lib/money-in/conversions/outflow-conversion";
import { findConversionOf } from "@/lib/money-in/conversions/repo";

/**
 * Reserves the cost of a payment's refund from the merchant's balance, converted if the payment
 * was. The balance, less the merchant's debt from reversed payments, is checked under its lock; so
 * is the treasury.
 *
 * @throws AppError `not_enough_funds`, or `temporarily_unavailable` when the treasury does not hold
 *   the coin: the transaction must be rolled back
 */
export async function reserveFromBalance(tx: Tx, refund: Refund, conversion: Conversion | null): Promise<void> {
  const { id, fromCode, debitedAmount } = refund;
  const wallet = merchantWallet(ownerOf(refund), fromCode);
  const debt = receivable(ownerOf(refund), fromCode);
  const kept = reservedFor(refund);
  const swapped = conversion === null ? [] : accountsOfOutflowConversion(conversion);
  await lockGroups(tx, [{ reference: id, accounts: [wallet, debt, kept, ...swapped] }]);
  const { spendable } = await lockMerchantFunds(tx, ownerOf(refund), fromCode);
  if (spendable.lt(debitedAmount)) throw refundErrors.notEnoughFunds();
  const legs =
    conversion === null
      ? leg(wallet, kept, debitedAmount)
      : await convertForOutflow(tx, orderOf(refund, conversion), kept);
  if (legs === null) throw refundErrors.serverError({ reason: "the treasury holds too little", refund: id });
  await post(tx, "refund.reserve", refund, legs);
}

/** Reserves the held funds of a wallet's or a case's refund. */
export async function reserveFromHeld(tx: Tx, refund: Refund): Promise<void> {
  await post(tx, "refund.reserve", refund, leg(heldOf(refund), reservedFor(refund), coveredAmount(refund)));
}

/** The accounts that `settleFunds` posts to. */
export function movedBySettling(refund: Refund): LockedGroup {
  const { id, networkCode, currencyCode } = refund;
  const accounts = [reservedFor(refund), inFlightCustody(networkCode, currencyCode), feesEarned(currencyCode)];
  return { reference: id, accounts };
}

/**
 * All accounts that `returnToBalance` or `returnToHeld` may post to, whatever happened to the
 * deposits.
 */
export async function movedByReturning(tx: Tx, refund: Refund): Promise<LockedGroup> {
  const { id, kind, fromCode, currencyCode } = refund;
  const conversion = fromCode === currencyCode ? null : await findConversionOf(tx, "refund", id);
  const accounts = [
    reservedFor(refund),
    merchantWallet(ownerOf(refund), fromCode),
    receivable(ownerOf(refund), fromCode),
    ...(kind === "payment" ? [] : [heldOf(refund)]),
    ...(conversion === null ? [] : accountsOfOutflowConversion(conversion)),
  ];
  return { reference: id, accounts };
}

/**
 * Books a confirmed refund: the sent amount, which the engine had put in flight, leaves custody,
 * and the commission is earned.
 */
export async function settleFunds(tx: Tx, refund: Refund): Promise<void> {
  const { networkCode, currencyCode, sentAmount, commission } = refund;
  await post(tx, "refund.settle", refund, [
    ...leg(reservedFor(refund), inFlightCustody(networkCode, currencyCode), sentAmount),
    ...leg(reservedFor(refund), feesEarned(currencyCode), commission),
  ]);
}

/**
 * Books a failed refund: the balance that paid gets back the full debited amount, including fees.
 * The merchant's current debt is repaid from it first. If the refund was converted and is called
 * off after the rate has expired, less is returned if the coin has lost value since.
 */
export async function returnToBalance(
  tx: Tx,
  refund: Refund,
  { isCalledOff }: { readonly isCalledOff: boolean },
): Promise<void> {
  const { id, fromCode, debitedAmount } = refund;
  const wallet = merchantWallet(ownerOf(refund), fromCode);
  const conversion = fromCode === refund.currencyCode ? null : await findConversionOf(tx, "refund", id);
  const swapped = conversion === null ? [] : accountsOfOutflowConversion(conversion);
  await lockForReturn(tx, refund, [wallet, ...swapped]);
  const isLess = conversion !== null && isCalledOff;
  const returned = isLess ? await findReturnedAmount(tx, conversion, refund.createdAt) : debitedAmount;
  const legs =
    conversion === null
      ? leg(reservedFor(refund), wallet, debitedAmount)
      : await undoOutflowConversion(tx, orderOf(refund, conversion), reservedFor(refund), returned);
  await post(tx, "refund.return", refund, legs);
  await repay(tx, refund, wallet, returned);
}

/**
 * Books a failed refund of held funds: they are held again. `orphaned` is the part whose deposits
 * have left their chain since: that part was booked as a receivable, so it repays what is still
 * owed, and what later credits have already repaid goes to the merchant.
 */
export async function returnToHeld(tx: Tx, refund: Refund, orphaned: Decimal): Promise<void> {
  const { merchantId, currencyCode } = refund;
  const kept = reservedFor(refund);
  const standing = coveredAmount(refund).minus(orphaned);
  // The operator's own receivable has no wallet, and nothing else repays it.
  const spare = merchantId === null ? receivable("", currencyCode) : merchantWallet(merchantId, currencyCode);
  if (orphaned.gt(ZERO)) await lockForReturn(tx, refund, [heldOf(refund), spare]);
  await post(tx, "refund.return", refund, [...leg(kept, heldOf(refund), standing), ...leg(kept, spare, orphaned)]);
  if (merchantId !== null) await repay(tx, refund, spare, orphaned);
}

async function lockForReturn(tx: Tx, refund: Refund, accounts: readonly AccountName[]): Promise<void> {
  const debt = receivable(ownerOf(refund), refund.fromCode);
  await lockGroups(tx, [{ reference: refund.id, accounts: [reservedFor(refund), debt, ...accounts] }]);
}

async function repay(tx: Tx, refund: Refund, wallet: AccountName, amount: Decimal): Promise<void> {
  const returned = { kind: "refund.return" as const, reference: refund.id, groupId: groupOf(refund) };
  await repayReceivable(tx, returned, wallet, receivable(ownerOf(refund), wallet.currency), amount);
}

function ownerOf({ merchantId }: Refund): string {
  return merchantId ?? "";
}

function reservedFor(refund: Refund): AccountName {
  return reserved(ownerOf(refund), refund.currencyCode);
}

function heldOf(refund: Refund): AccountName {
  return heldFunds(ownerOf(refund), refund.currencyCode);
}

function groupOf({ id }: Refund): string {
  return `refund:${id}`;
}

function orderOf({ id }: Refund, conversion: Conversion): OutflowConversion {
  return { cause: "refund", reference: id, conversion };
}

async function post(
  tx: Tx,
  kind: "refund.reserve" | "refund.settle" | "refund.return",
  refund: Refund,
  legs: readonly Leg[],
): Promise<void> {
  await postEntry(tx, { kind, reference: refund.id, groupId: groupOf(refund), legs });
}
