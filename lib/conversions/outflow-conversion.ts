import type { Conversion } from "@/lib/conversions/conversion";
import { type ConversionCause, closeConversion, insertConversion } from "@/lib/conversions/repo";
import { legsIntoTreasury, tellShortfall } from "@/lib/conversions/treasury-shortfall";
import type { Tx } from "@/lib/db";
import { type AccountName, conversionGains, merchantWallet, treasury, treasuryShortfall } from "@/lib/ledger/account";
import { type Leg, leg } from "@/lib/ledger/post-entry";
import { lockBalance } from "@/lib/ledger/repo";
import { Decimal, ZERO } from "@/lib/money/decimal";

/** A conversion that money on its way out asks for: a balance in one currency pays for a coin. */
export type OutflowConversion = {
  readonly cause: Exclude<ConversionCause, "auto">;
  /** The payout or refund. */
  readonly reference: string;
  readonly conversion: Conversion;
};

/** All that it moves, or moves back, beside the account that is given the coin. */
export function accountsOfOutflowConversion({ merchantId, fromCode, toCode }: Conversion): AccountName[] {
  return [
    merchantWallet(merchantId, fromCode),
    treasury(fromCode),
    treasury(toCode),
    treasuryShortfall(fromCode),
    conversionGains(toCode),
    conversionGains(fromCode),
  ];
}

/**
 * Legs that swap a merchant's balance for a coin of the treasury and give it to `to`, with the conversion's row. The caller has locked
 * `accountsOfOutflowConversion`, has seen that the balance suffices, and posts the legs in an entry of its own.
 *
 * @returns null when the treasury does not hold the coin and the fee: nothing is written then
 */
export async function convertForOutflow(tx: Tx, order: OutflowConversion, to: AccountName): Promise<Leg[] | null> {
  const { merchantId, fromCode, fromAmount, toCode, toAmount, fee } = order.conversion;
  const wallet = merchantWallet(merchantId, fromCode);
  if ((await lockBalance(tx, treasury(toCode))).lt(toAmount.plus(fee))) return null;
  const { cause, reference, conversion } = order;
  await insertConversion(tx, { ...conversion, cause, reference, invoiceId: null });
  return [
    ...(await legsIntoTreasury(tx, wallet, fromAmount)),
    ...leg(treasury(toCode), to, toAmount),
    ...leg(treasury(toCode), conversionGains(toCode), fee),
  ];
}

/**
 * Legs that swap it back, out of `from`. The merchant gets back `returned`: what was taken, to the last unit, unless its rate did not
 * stand any more (`findReturnedAmount`); what it gets less is the gateway's. What the treasury no longer holds of it is booked as its
 * shortfall, which later conversions fill, and the operator is told.
 */
export async function undoOutflowConversion(
  tx: Tx,
  order: OutflowConversion,
  from: AccountName,
  returned: Decimal,
): Promise<Leg[]> {
  const { merchantId, fromCode, fromAmount, toCode, toAmount, fee } = order.conversion;
  const wallet = merchantWallet(merchantId, fromCode);
  const there = await lockBalance(tx, treasury(fromCode));
  const held = Decimal.min(there, returned);
  const missing = returned.minus(held);
  const gained = Decimal.min(there.minus(held), fromAmount.minus(returned));
  await closeConversion(tx, order.cause, order.reference, returned.eq(fromAmount) ? null : returned);
  if (missing.gt(ZERO))
    await tellShortfall(tx, `The conversion of ${order.cause} ${order.reference}`, missing, fromCode);
  return [
    ...leg(from, treasury(toCode), toAmount),
    ...leg(conversionGains(toCode), treasury(toCode), fee),
    ...leg(treasury(fromCode), wallet, held),
    ...leg(treasuryShortfall(fromCode), wallet, missing),
    ...leg(treasury(fromCode), conversionGains(fromCode), gained),
  ];
}
