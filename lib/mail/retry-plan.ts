const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits after the first, second, ... failed attempt: the last one is made about a day after the mail was written. */
const PLAN_MS: readonly number[] = [
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  8 * HOUR_MS,
];

/** How long to wait after failed attempt number `attempt` (1 is the first); null when the plan is used up. */
export function mailRetryMs(attempt: number): number | null {
  return PLAN_MS[attempt - 1] ?? null;
}
