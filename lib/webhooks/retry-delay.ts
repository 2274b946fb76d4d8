const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits after the first, second, ... failed attempt. The last try is about 52 hours after the event. */
const PLAN_MS: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  12 * HOUR,
  24 * HOUR,
];

/** Spreads the retries of many events that failed together over a fifth of the wait. */
const JITTER = 0.2;

/**
 * How long to wait after failed attempt number `attempt` (1 is the first), or null when the plan is used up.
 *
 * The planned wait is lengthened by up to a fifth; a receiver's `Retry-After` may lengthen it up to twice the plan and
 * never shortens it.
 *
 * @param retryAfterMs what the receiver asked for, or null
 * @param random a number in [0, 1)
 */
export function retryDelayMs(attempt: number, retryAfterMs: number | null, random: number): number | null {
  const planned = PLAN_MS[attempt - 1];
  if (planned === undefined) return null;
  const asked = Math.min(Math.max(retryAfterMs ?? planned, planned), 2 * planned);
  return Math.min(Math.round(asked + planned * JITTER * random), 2 * planned);
}

/** Reads `Retry-After`: whole seconds or an HTTP date. Null when it says neither, or a time that is past. */
export function parseRetryAfter(value: string | undefined, now: Date): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value.trim())) return Number.parseInt(value, 10) * SECOND;
  const until = Date.parse(value);
  return Number.isNaN(until) || until <= now.getTime() ? null : until - now.getTime();
}
