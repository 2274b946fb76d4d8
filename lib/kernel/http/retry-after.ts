const SECOND_MS = 1_000;

/**
 * Parses `Retry-After`: whole seconds or an HTTP date. Null for anything else, or a time in the
 * past.
 */
export function parseRetryAfter(value: string | undefined, now: Date): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value.trim())) return Number.parseInt(value, 10) * SECOND_MS;
  const until = Date.parse(value);
  return Number.isNaN(until) || until <= now.getTime() ? null : until - now.getTime();
}
