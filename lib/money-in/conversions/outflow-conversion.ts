import type { Tx } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { Decimal, decimal, HUNDRED, ONE, ZERO } from "@/lib/kernel/money/decimal";
import { roundDown } from "@/lib/kernel/money/rounding";
import { refusal } from "@/lib/kernel/refusals";
import {
  type AccountName,
  conversionGains,
  merchantWallet,
  receivable,
  treasury,
  treasuryShortfall,
} from "@/lib/ledger/account";
import { type Leg, leg, postEntry } from "@/lib/ledger/post-entry";
import { lockBalance } from "@/lib/ledger/repo";
import { type Conversion, legsIntoTreasury, reportShortfall } from "@/lib/money-in/conversions/conversion";
import { type ConversionCause, closeConversion, insertConversion } from "@/lib/money-in/conversions/repo";
import { type FoundRate, findFreshRate } from "@/lib/pricing/rates/queries";

/** Decimals of a balance. */
const BALANCE_DECIMALS = 8;

type Terms = Omit<Conversion, "merchantId">;

/**
 * Refuses to let go what has waited so long that its rate does not stand any more, and would be
 * worse for the gateway today by more than the spread.
 * @throws AppError `refused` in words for who decides; `unavailable` while no rate is fresh
 */
export async function assertRateStands(tx: Tx, terms: Terms, requestedAt: Date, now = new Date()): Promise<void> {
  if (isYoung(requestedAt, now)) return;
  const { fromCode, toCode, rate } = terms;
  const found = await findRateNow(tx, terms);
  const least = rate.times(ONE.minus(decimal(env().CONVERSION_SPREAD_PERCENT).dividedBy(HUNDRED)));
  if (found.rate.gte(least)) return;
  throw refusal("rate_moved", { from: fromCode, to: toCode });
}

/**
 * What goes back of a conversion that its merchant calls off: all that was taken, or what the coin
 * is worth by now where that is less. While its rate stands, all.
 * @throws AppError `unavailable` while no rate is fresh: whoever could wait for such a moment would
 *   have the option after all
 */
export async function findReturnedAmount(tx: Tx, terms: Terms, requestedAt: Date, now = new Date()): Promise<Decimal> {
  const { fromAmount, toAmount, fee, rate } = terms;
  if (isYoung(requestedAt, now)) return fromAmount;
  const found = await findRateNow(tx, terms);
  if (found.rate.lte(rate)) return fromAmount;
  const worth = roundDown(toAmount.plus(fee).dividedBy(found.rate), BALANCE_DECIMALS);
  return Decimal.min(fromAmount, worth);
}

async function findRateNow(tx: Tx, { fromCode, toCode }: Terms): Promise<FoundRate> {
  const found = await findFreshRate({ from: fromCode, to: toCode, use: "exchange" }, tx);
  if (found !== null) return found;
  throw refusal("rate_unavailable", { from: fromCode, to: toCode });
}

/**
 * A conversion whose outflow waits has a fixed rate while the market moves. Whoever could let it go
 * when the coin has risen, and take it back to the unit when it has fallen, would hold an option
 * against the treasury that costs nothing. So its rate stands no longer than a price counts as
 * fresh.
 */
function isYoung(requestedAt: Date, now: Date): boolean {
  return now.getTime() - requestedAt.getTime() <= env().EXCHANGE_RATE_AGE_MAX_S * 1_000;
}

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
 * Legs that swap a merchant's balance for a coin of the treasury and give it to `to`, with the
 * conversion's row. The caller has locked `accountsOfOutflowConversion`, has seen that the balance
 * suffices, and posts the legs in an entry of its own.
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
 * Legs that swap it back, out of `from`. The merchant gets back `returned`: what was taken, to the
 * last unit, unless its rate did not stand any more (`findReturnedAmount`); what it gets less is
 * the gateway's. What the treasury no longer holds of it is booked as its shortfall, which later
 * conversions fill, and the operator is told.
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
    await reportShortfall(tx, `The conversion of ${order.cause} ${order.reference}`, missing, fromCode);
  return [
    ...leg(from, treasury(toCode), toAmount),
    ...leg(conversionGains(toCode), treasury(toCode), fee),
    ...leg(treasury(fromCode), wallet, held),
    ...leg(treasuryShortfall(fromCode), wallet, missing),
    ...leg(treasury(fromCode), conversionGains(fromCode), gained),
  ];
}

/**
 * Swaps a converted credit back at its own amounts, before the credit itself is taken back. The
 * merchant's USDT returns as far as the wallet reaches, the rest is owed; the gateway's fee returns
 * with it. The coin comes out of the treasury as far as it is there; what is missing is booked as
 * the treasury's shortfall, which the next conversions of that coin fill, and the operator is told.
 */
export async function undoConversion(
  tx: Tx,
  group: { readonly reference: string; readonly groupId: string },
  conversion: Conversion,
): Promise<void> {
  const { merchantId, fromCode, fromAmount, toCode, toAmount, fee } = conversion;
  const [coins, given] = [merchantWallet(merchantId, fromCode), merchantWallet(merchantId, toCode)];
  const returned = Decimal.min(await lockBalance(tx, given), toAmount);
  const held = Decimal.min(await lockBalance(tx, treasury(fromCode)), fromAmount);
  const missing = fromAmount.minus(held);
  await postEntry(tx, {
    kind: "conversion.auto-reverse",
    ...group,
    legs: [
      ...leg(given, treasury(toCode), returned),
      ...leg(receivable(merchantId, toCode), treasury(toCode), toAmount.minus(returned)),
      ...leg(conversionGains(toCode), treasury(toCode), fee),
      ...leg(treasury(fromCode), coins, held),
      ...leg(treasuryShortfall(fromCode), coins, missing),
    ],
  });
  await closeConversion(tx, "auto", group.reference);
  if (missing.gt(ZERO)) await reportShortfall(tx, "A conversion", missing, fromCode);
}
