/** How long a sign-in lasts. Pure. */

const HOUR_MS = 3_600_000;

/** A session that nobody used for this long is over. */
const IDLE_MS_MAX = 12 * HOUR_MS;
/** And every session after this long, however busy. */
const AGE_MS_MAX = 7 * 24 * HOUR_MS;
/** For so long after somebody has shown who they are, nothing asks again. */
const FRESH_MS = HOUR_MS / 4;
/**
 * What a browser has asked before it got the cookie of a renewed session still carries the old one:
 * that ends so much later.
 */
const RENEWED_MS = 10_000;
/**
 * `last_seen_at` is written at most this often: exact enough for a 12 hour limit, and a page of ten
 * requests writes once.
 */
const TOUCH_MS = 60_000;

export const SESSION_SECONDS_MAX = AGE_MS_MAX / 1000;

export function sessionExpiry(createdAt: Date): Date {
  return new Date(createdAt.getTime() + AGE_MS_MAX);
}

/** When a session ends that another has taken the place of at `now`. */
export function renewedEnd(now: Date): Date {
  return new Date(now.getTime() + RENEWED_MS);
}

/** A live session was seen after this instant. */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - IDLE_MS_MAX);
}

export function isTouchDue(lastSeenAt: Date, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() >= TOUCH_MS;
}

/** Whether it was shown lately enough that it is this person. */
export function isFresh(confirmedAt: Date, now: Date): boolean {
  return now.getTime() - confirmedAt.getTime() < FRESH_MS;
}
