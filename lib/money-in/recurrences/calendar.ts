import type { RecurrenceInterval } from "@/lib/money-in/recurrences/status";

const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK_MS = 7 * DAY_MS;
const MONTHS: Readonly<Record<Exclude<RecurrenceInterval, "weekly">, number>> = { monthly: 1, three_month: 3 };

/**
 * Days in which a period may be paid. Less than half of a period: an invoice that could only be
 * created at the end of them (`failed` until then) gets the same number of days again, and is still
 * decided before the next period begins.
 */
const GRACE_DAYS: Readonly<Record<RecurrenceInterval, number>> = { weekly: 3, monthly: 7, three_month: 7 };

/**
 * Returns the start of period `number` (1 is the first) in UTC: weeks of seven days, or the same
 * day and time of the month, in a shorter month its last day. Always computed from the acceptance,
 * so that it never drifts: 31 January, 28 February, 31 March.
 */
export function periodStart(acceptedAt: Date, interval: RecurrenceInterval, number: number): Date {
  if (interval === "weekly") return new Date(acceptedAt.getTime() + (number - 1) * WEEK_MS);
  const start = new Date(acceptedAt);
  start.setUTCDate(1);
  start.setUTCMonth(start.getUTCMonth() + (number - 1) * MONTHS[interval]);
  start.setUTCDate(Math.min(acceptedAt.getUTCDate(), lastDayOfMonth(start)));
  return start;
}

function lastDayOfMonth(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}

/** Returns the end of the grace period that begins at `from`. */
export function graceEnd(from: Date, interval: RecurrenceInterval): Date {
  return addDays(from, GRACE_DAYS[interval]);
}

/** Returns when the payer is reminded: a day before the grace period ends. */
export function reminderAt(graceEndsAt: Date): Date {
  return addDays(graceEndsAt, -1);
}

export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * DAY_MS);
}
