/** How long a sign-in lasts. Pure. */

const HOUR_MS = 3_600_000;

/** A session expires after this long without use. */
const IDLE_MS_MAX = 12 * HOUR_MS;
/** Every session expires after this long, however active. */
const AGE_MS_MAX = 7 * 24 * HOUR_MS;
/** How long an identity confirmation stays valid. */
const FRESH_MS = HOUR_MS / 4;
/**
 * Requests that a browser sent before it got the cookie of a renewed session still carry the old
 * one, which ends this much later.
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

/** Returns when a session ends that another replaced at `now`. */
export function renewedEnd(now: Date): Date {
  return new Date(now.getTime() + RENEWED_MS);
}

/** A live session was seen after this time. */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - IDLE_MS_MAX);
}

export function isTouchDue(lastSeenAt: Date, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() >= TOUCH_MS;
}

/** Returns whether the identity was confirmed recently enough. */
export function isFresh(confirmedAt: Date, now: Date): boolean {
  return now.getTime() - confirmedAt.getTime() < FRESH_MS;
}
