/**
 * Statuses of a plan of recurring payments and of its periods. Pure, and safe to import in the
 * browser.
 */

/** The API's statuses. */
export const RECURRENCE_STATUSES = [
  /** Not accepted yet. */
  "wait_accept",
  "active",
  "cancel_by_merchant",
  /** The payer ended it, or missed three periods in a row. */
  "cancel_by_user",
] as const;
export type RecurrenceStatus = (typeof RECURRENCE_STATUSES)[number];

/** Interval between the starts of periods; named `period` in the API. */
export const RECURRENCE_INTERVALS = ["weekly", "monthly", "three_month"] as const;
export type RecurrenceInterval = (typeof RECURRENCE_INTERVALS)[number];

export const PERIOD_STATES = [
  /** Its invoice waits for the payer. */
  "due",
  "paid",
  /** Not paid within the grace period. */
  "missed",
  /** No invoice could be created. */
  "failed",
  /** The plan ended before it was paid. */
  "cancelled",
] as const;
export type PeriodState = (typeof PERIOD_STATES)[number];

/** Who ended a plan; `missed` for missed payments. */
export const RECURRENCE_ENDS = ["merchant", "payer", "missed"] as const;
export type RecurrenceEnd = (typeof RECURRENCE_ENDS)[number];

/** Missed periods in a row after which a plan ends, so that nobody is mailed forever. */
export const MISSED_IN_A_ROW_MAX = 3;

export function isEnded(status: RecurrenceStatus): boolean {
  return status === "cancel_by_merchant" || status === "cancel_by_user";
}
