import { Decimal, ZERO } from "@/lib/kernel/money/decimal";
import { roundDown } from "@/lib/kernel/money/rounding";
import { addDays, dateAt, timeOfDate } from "@/lib/kernel/zone-days";

/** When an automatic settlement is due. Safe for the browser, as everything here. */
export const SETTLEMENT_TRIGGERS = ["threshold", "daily", "weekly"] as const;
export type SettlementTrigger = (typeof SETTLEMENT_TRIGGERS)[number];

type Schedule = {
  /** `threshold`: as soon as the amount is there. */
  readonly trigger: SettlementTrigger;
  /** Minutes after midnight in the zone; null for `threshold`. */
  readonly minuteOfDay: number | null;
  /** 1 is Monday, 7 Sunday; only for `weekly`. */
  readonly weekday: number | null;
  readonly timeZone: string;
};

/** The standing order of a merchant to pay out the balance of one coin to one address. */
export type SettlementRule = Schedule & {
  readonly id: string;
  readonly merchantId: string;
  readonly currencyCode: string;
  readonly networkCode: string;
  /** Canonical. */
  readonly address: string;
  readonly memo: string | null;
  /** Smallest payout, and what stays in the balance, in the coin. */
  readonly threshold: Decimal;
  readonly keep: Decimal;
  readonly urlCallback: string | null;
  /** End of the address's cooldown. */
  readonly usableFrom: Date;
  /** Payouts created so far. */
  readonly sequence: number;
  /** The payout that is not final, or whose end was not read yet. */
  readonly openPayoutId: string | null;
  /** No decision is due before. */
  readonly nextAt: Date;
  /** Why the last decision created no payout. */
  readonly note: string | null;
  readonly stoppedAt: Date | null;
  /** Null when a person stopped it. */
  readonly stopReason: string | null;
  readonly endedAt: Date | null;
  /** Who saved its terms last: the requester of its payouts. */
  readonly savedById: string;
  /** When a person last saved or resumed it. */
  readonly confirmedAt: Date;
};

const DAYS_OF_WEEK = 7;
const HOUR_MINUTES = 60;

/** Returns the first time after `after` at which the schedule is due. */
export function nextRun({ minuteOfDay, weekday, timeZone }: Schedule, after: Date): Date {
  if (minuteOfDay === null) return after;
  const today = dateAt(after, timeZone);
  // A week and a day: today's time may have passed.
  for (let days = 0; days <= DAYS_OF_WEEK; days += 1) {
    const date = addDays(today, days);
    const at = timeOfDate(date, minuteOfDay, timeZone);
    if (at > after && (weekday === null || weekdayOf(date) === weekday)) return at;
  }
  throw new Error(`no time within a week of ${after.toISOString()} in ${timeZone}`);
}

function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || DAYS_OF_WEEK;
}

/** Formats the time of day: `09:00`; null where the balance decides. */
export function timeText({ minuteOfDay }: Pick<Schedule, "minuteOfDay">): string | null {
  if (minuteOfDay === null) return null;
  const parts = [Math.floor(minuteOfDay / HOUR_MINUTES), minuteOfDay % HOUR_MINUTES];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

/**
 * Returns the amount to settle: everything above what is kept, in units that can be paid, and at
 * most what one payout may have; null when that is less than the smallest payout.
 */
export function settledAmount(
  { threshold, keep }: Pick<SettlementRule, "threshold" | "keep">,
  spendable: Decimal,
  { payableDecimals, payoutMax }: { readonly payableDecimals: number; readonly payoutMax: Decimal },
): Decimal | null {
  const amount = roundDown(Decimal.min(spendable.minus(keep), payoutMax), payableDecimals);
  return amount.lt(threshold) || !amount.gt(ZERO) ? null : amount;
}

/**
 * Returns the order id of the rule's next payout. It is the same until that payout exists, and
 * unique among the merchant's payouts, so that no repetition of a decision creates a second one.
 * The number comes first, because lists cut off the end.
 */
export function settlementOrderId({ id, sequence }: Pick<SettlementRule, "id" | "sequence">): string {
  return `settlement-${sequence + 1}-${id}`;
}
