import type { Conversion } from "@/lib/conversions/conversion";
import type { Tx } from "@/lib/db";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { Decimal, decimal, HUNDRED, ONE } from "@/lib/money/decimal";
import { roundDown } from "@/lib/money/rounding";
import { type FoundRate, findFreshRate } from "@/lib/rates/queries";

/** Decimals of a balance. */
const BALANCE_DECIMALS = 8;

type Terms = Omit<Conversion, "merchantId">;

/**
 * Refuses to let go what has waited so long that its rate does not stand any more, and would be worse for the gateway today by more than
 * the spread.
 * @throws AppError `refused` in words for who decides; `unavailable` while no rate is fresh
 */
export async function assertRateStands(tx: Tx, terms: Terms, orderedAt: Date, now = new Date()): Promise<void> {
  if (isYoung(orderedAt, now)) return;
  const { fromCode, toCode, rate } = terms;
  const found = await findRateNow(tx, terms);
  const least = rate.times(ONE.minus(decimal(env().CONVERSION_SPREAD_PERCENT).dividedBy(HUNDRED)));
  if (found.rate.gte(least)) return;
  throw new AppError(
    "refused",
    `The exchange rate from ${fromCode} to ${toCode} has moved too far since this was ordered: take it back and order it anew`,
  );
}

/**
 * What goes back of a conversion that its merchant calls off: all that was taken, or what the coin is worth by now where that is less.
 * While its rate stands, all.
 * @throws AppError `unavailable` while no rate is fresh: whoever could wait for such a moment would have the option after all
 */
export async function findReturnedAmount(tx: Tx, terms: Terms, orderedAt: Date, now = new Date()): Promise<Decimal> {
  const { fromAmount, toAmount, fee, rate } = terms;
  if (isYoung(orderedAt, now)) return fromAmount;
  const found = await findRateNow(tx, terms);
  if (found.rate.lte(rate)) return fromAmount;
  const worth = roundDown(toAmount.plus(fee).dividedBy(found.rate), BALANCE_DECIMALS);
  return Decimal.min(fromAmount, worth);
}

async function findRateNow(tx: Tx, { fromCode, toCode }: Terms): Promise<FoundRate> {
  const found = await findFreshRate({ from: fromCode, to: toCode, use: "exchange" }, tx);
  if (found !== null) return found;
  throw new AppError("unavailable", `There is no current exchange rate from ${fromCode} to ${toCode}: try again later`);
}

/**
 * A conversion whose outflow waits has a fixed rate while the market moves. Whoever could let it go when the coin has risen, and take it
 * back to the unit when it has fallen, would hold an option against the treasury that costs nothing. So its rate stands no longer than a
 * price counts as fresh.
 */
function isYoung(orderedAt: Date, now: Date): boolean {
  return now.getTime() - orderedAt.getTime() <= env().EXCHANGE_RATE_AGE_MAX_S * 1_000;
}
