import { type Decimal, decimal } from "@/lib/money/decimal";
import { roundDown } from "@/lib/money/rounding";
import { sumFeesPaid } from "@/lib/treasury/gas-days-repo";

const DAY_MS = 86_400_000;
/** Long enough that a weekend counts, short enough that a busier week is noticed. */
const WINDOW_DAYS = 7;
/** A network that began to send an hour ago is not judged by that hour. */
const WINDOW_DAYS_MIN = 1;
const DAYS_SHOWN_MAX = "10000";

export type FeesPaid = { readonly networkCode: string; readonly paid: Decimal; readonly days: Decimal };

/** What each network's fees have cost in the last week, and over how many days of it, one at least. */
export async function readFeesPaid(now: Date): Promise<FeesPaid[]> {
  const rows = await sumFeesPaid(new Date(now.getTime() - WINDOW_DAYS * DAY_MS));
  return rows.map(({ networkCode, paid, firstAt }) => {
    const days = Math.max(WINDOW_DAYS_MIN, Math.ceil((now.getTime() - firstAt.getTime()) / DAY_MS));
    return { networkCode, paid: decimal(paid), days: decimal(days.toString()) };
  });
}

/** For how many whole days the native coin of a hot wallet pays such fees; null where none were paid lately. Pure. */
export function gasDaysLeft(hot: Decimal, fees: FeesPaid | undefined): number | null {
  if (fees === undefined || fees.paid.isZero() || hot.isNegative()) return null;
  const days = roundDown(hot.times(fees.days).dividedBy(fees.paid), 0);
  return Number.parseInt((days.gt(DAYS_SHOWN_MAX) ? decimal(DAYS_SHOWN_MAX) : days).toFixed(), 10);
}
