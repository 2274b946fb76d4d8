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
 * Throws when an outflow has waited so long that its rate is no longer guaranteed, and today's rate
 * would be worse for the gateway by more than the spread.
 * @throws AppError `refused` with a message for the decider; `unavailable` while no rate is fresh
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
 * Computes what a cancelled conversion returns to the merchant: the full amount taken, or the
 * coin's current value if that is less. Within the validity of the rate always the full amount.
 * @throws AppError `unavailable` while no rate is fresh: otherwise, waiting for such a time would
 *   give the merchant the option after all
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
 * Whether the rate is still guaranteed. A pending conversion has a fixed rate while the market
 * moves. A merchant who could release it when the coin has risen, and cancel it for the full amount
 * when the coin has fallen, would hold a free option against the treasury. So the rate is
 * guaranteed only as long as a price counts as fresh.
 */
function isYoung(requestedAt: Date, now: Date): boolean {
  return now.getTime() - requestedAt.getTime() <= env().EXCHANGE_RATE_AGE_MAX_S * 1_000;
}

/** A conversion for a payout or a refund: a balance in one currency pays for a coin. */
export type OutflowConversion = {
  readonly cause: Exclude<ConversionCause, "auto">;
  /** Id of the payout or refund. */
  readonly reference: string;
  readonly conversion: Conversion;
};

/**
 * Lists all accounts that the conversion or its reversal touches, except the account that receives
 * the coin.
 */
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
 * Inserts the conversion and builds the legs that swap a merchant's balance for a coin of the
 * treasury and give it to `to`. The caller has locked `accountsOfOutflowConversion`, has checked
 * that the balance suffices, and posts the legs in its own entry.
 *
 * @returns null when the treasury does not hold the coin and the fee; nothing is written then
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
 * Builds the legs that swap the coin back, out of `from`. The merchant gets `returned`: the exact
 * amount taken, unless the rate was no longer guaranteed (`findReturnedAmount`); the gateway keeps
 * the difference. If the treasury no longer holds enough, the rest is booked as its shortfall,
 * which later conversions fill, and the operator is alerted.
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
 * Reverses a converted credit at its original amounts, before the credit itself is reversed. Takes
 * the merchant's USDT as far as the wallet covers it, the rest becomes a receivable; the gateway's
 * fee is returned. The treasury gives back the coin as far as it holds it; the rest is booked as
 * its shortfall, which the next conversions of that coin fill, and the operator is alerted.
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
