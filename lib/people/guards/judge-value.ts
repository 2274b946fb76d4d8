import type { Tx } from "@/lib/kernel/db";
import { Decimal } from "@/lib/kernel/money/decimal";
import { moneyText } from "@/lib/kernel/money/format";
import { refusal } from "@/lib/kernel/refusals";
import { dollars } from "@/lib/people/guards/dollars";
import { assertBelowCeiling, lockOutflows, readOutflowLimits, sumOthersSince } from "@/lib/people/guards/limits-repo";
import type { OutflowOrder } from "@/lib/people/guards/outflow";
import { findFreshRate } from "@/lib/pricing/rates/queries";
import { USD } from "@/lib/pricing/rates/rate-source";

const DAY_MS = 24 * 60 * 60 * 1000;
const CENTS = 2;

/** `valueUsd` is rounded up to the cent; null: no price is fresh. `approval`: why a second person has to agree, or null. */
export type JudgedValue = { readonly valueUsd: Decimal | null; readonly approval: string | null };

/**
 * What an outflow is worth, and whether the merchant's own limits let it through. Where a sum of a day counts, the merchant's outflows pass
 * one after the other from here to the end of the transaction, so that no two of them count the same rest.
 *
 * @throws AppError `refused` when it would exceed such a sum; `unavailable` when no fresh price says what it is worth
 */
export async function judgeValue(tx: Tx, order: OutflowOrder, now: Date): Promise<JudgedValue> {
  let limits = await readOutflowLimits(tx, order.merchantId);
  const isElsewhere = order.isElsewhere === true;
  if (limits.dailyLimitUsd !== null || isElsewhere) {
    await lockOutflows(tx, order.merchantId);
    // Somebody may have changed it while this one waited for its turn.
    limits = await readOutflowLimits(tx, order.merchantId);
  }
  const { dailyLimitUsd, approvalAboveUsd, refundCeilingUsd: ceilingUsd } = limits;
  const valueUsd = await findValue(tx, order);
  if (dailyLimitUsd !== null) await assertWithinLimit(tx, order, { valueUsd, dailyLimitUsd, now });
  if (isElsewhere) await assertBelowCeiling(tx, order, { valueUsd, ceilingUsd, now });
  const approval =
    approvalAboveUsd === null
      ? null
      : (whyApproval(order, valueUsd, approvalAboveUsd) ?? whyTogether(order.together, approvalAboveUsd));
  return { valueUsd, approval };
}

/** What an outflow counts as, in US dollars, rounded up to the cent; null: no price is fresh. */
export async function findValue(
  tx: Tx,
  { currency, amount }: Pick<OutflowOrder, "currency" | "amount">,
): Promise<Decimal | null> {
  const found = await findFreshRate({ from: currency, to: USD }, tx);
  return found && amount.times(found.rate).toDecimalPlaces(CENTS, Decimal.ROUND_CEIL);
}

async function assertWithinLimit(
  tx: Tx,
  order: OutflowOrder,
  { valueUsd, dailyLimitUsd, now }: { valueUsd: Decimal | null; dailyLimitUsd: Decimal; now: Date },
): Promise<void> {
  if (valueUsd === null) throw refusal("daily_limit_unknown", { limitUsd: dailyLimitUsd, currency: order.currency });
  const left = await sumOthersSince(tx, order, new Date(now.getTime() - DAY_MS));
  if (left.plus(valueUsd).lte(dailyLimitUsd)) return;
  throw refusal("daily_limit_reached", { limitUsd: dailyLimitUsd, worthUsd: valueUsd, leftUsd: left });
}

/** Why a second person has to agree to an outflow of this worth, or null. */
export function whyApproval(
  { currency }: Pick<OutflowOrder, "currency">,
  valueUsd: Decimal | null,
  above: Decimal,
): string | null {
  if (valueUsd === null) return `Nobody knows what it is worth: there is no current exchange rate for ${currency}`;
  if (valueUsd.lte(above)) return null;
  return `Worth ${moneyText(dollars(valueUsd), "USD")}: above ${moneyText(dollars(above), "USD")} a second person has to agree`;
}

/**
 * Why a second person has to agree to each row of a file of this worth, or null: split into small rows, a sum would get past them. Left out,
 * there is no file.
 */
export function whyTogether(worth: Decimal | null | undefined, above: Decimal): string | null {
  if (worth === undefined) return null;
  if (worth === null)
    return "Nobody knows what its file is worth: there is no current exchange rate for one of its currencies";
  if (worth.lte(above)) return null;
  return `Its file is worth ${moneyText(dollars(worth), "USD")}: above ${moneyText(dollars(above), "USD")} a second person has to agree`;
}
