import { createHash } from "node:crypto";
import { database, type Tx } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { addressKey } from "@/lib/kernel/http/client-address";

/**
 * Attempts are counted in windows of this length, in the database, so that every web process sees
 * the same count.
 */
export const WINDOW_MS = 15 * 60 * 1000;
export const HOUR_MS = 3_600_000;
/** The longest window of any counter; counters are deleted after it. */
export const DAY_MS = 24 * HOUR_MS;

/**
 * Ten guesses per quarter of an hour are too few against a password of twelve characters and enough
 * for a forgetful person.
 */
export const ATTEMPTS_MAX = 10;
/** An office behind one IP address must still get in. */
const IP_ATTEMPTS_MAX = 60;

export type AttemptPurpose =
  | "sign-in"
  | "second-factor"
  | "passkey"
  | "confirm"
  | "setup"
  | "invite"
  | "invitation-mail"
  | "sign-up"
  | "forgot-password"
  | "reset-password"
  | "confirm-email";

/**
 * Counts one attempt, and throws after too many from this IP address or for this e-mail. Counts
 * before the secret is checked, so that parallel guesses are counted too. An IP address over its
 * limit uses up no e-mail's attempts: one machine must not lock everybody out.
 * @throws AppError `rate_limited` with the seconds until the window ends
 */
export async function limitAttempts(
  purpose: AttemptPurpose,
  who: { email?: string; ip: string },
  now: Date,
): Promise<void> {
  const windowAt = startOfWindow(WINDOW_MS, now);
  await deleteAttemptsBefore(database(), new Date(now.getTime() - DAY_MS));
  if ((await incrementAttempts(database(), ipKey(purpose, who.ip), windowAt)) > IP_ATTEMPTS_MAX)
    throw tooManyAttempts(WINDOW_MS, now);
  if (who.email === undefined) return;
  if ((await incrementAttempts(database(), emailKey(purpose, who.email), windowAt)) > ATTEMPTS_MAX)
    throw tooManyAttempts(WINDOW_MS, now);
}

/**
 * Clears the e-mail's count after a right password; the IP address keeps its own, or one good
 * account would reset a guesser's.
 */
export function clearAttempts(purpose: AttemptPurpose, email: string): Promise<void> {
  return deleteAttempts(database(), emailKey(purpose, email));
}

/** The error for a window of this length whose attempts are used up. */
export function tooManyAttempts(windowMs: number, now: Date): AppError {
  const retryAfterSeconds = secondsLeft(windowMs, now);
  return new AppError("rate_limited", "Too many attempts. Try again in a few minutes.", { retryAfterSeconds });
}

/**
 * Increments a counter in windows of at most a day, and returns the new count of the current
 * window.
 */
export function countInWindow(tx: Tx, key: string, windowMs: number, now: Date): Promise<number> {
  return incrementAttempts(tx, key, startOfWindow(windowMs, now));
}

/** Returns whole seconds until the window of this length ends. */
export function secondsLeft(windowMs: number, now: Date): number {
  return Math.ceil((startOfWindow(windowMs, now).getTime() + windowMs - now.getTime()) / 1000);
}

export function startOfWindow(windowMs: number, now: Date): Date {
  return new Date(Math.floor(now.getTime() / windowMs) * windowMs);
}

/**
 * Hashed, so that the table does not list what people typed into the e-mail field (passwords among
 * it).
 */
export function emailKey(purpose: AttemptPurpose, email: string): string {
  return `${purpose}:email:${createHash("sha256").update(email).digest("hex")}`;
}

function ipKey(purpose: AttemptPurpose, ip: string): string {
  return `${purpose}:ip:${addressKey(ip)}`;
}

/**
 * Adds one to the counter and returns its new value. One statement, so that parallel attempts are
 * all counted.
 */
export async function incrementAttempts(tx: Tx, key: string, windowAt: Date): Promise<number> {
  const rows = await tx.$queryRaw<{ count: number }[]>`
    insert into attempt_counters as a (key, window_at, count) values (${key}, ${windowAt}, 1)
    on conflict (key, window_at) do update set count = a.count + 1
    returning count`;
  return rows[0]?.count ?? 0;
}

export async function deleteAttempts(tx: Tx, key: string): Promise<void> {
  await tx.attemptCounter.deleteMany({ where: { key } });
}

/** Deletes the counters of a key and of all keys that begin with it. */
export async function deleteAttemptsOf(tx: Tx, key: string): Promise<void> {
  await tx.attemptCounter.deleteMany({ where: { OR: [{ key }, { key: { startsWith: `${key}:` } }] } });
}

/** Subtracts one from an existing counter. */
export async function undoAttempt(tx: Tx, key: string, windowAt: Date): Promise<void> {
  await tx.attemptCounter.updateMany({ where: { key, windowAt, count: { gt: 0 } }, data: { count: { decrement: 1 } } });
}

async function deleteAttemptsBefore(tx: Tx, windowAt: Date): Promise<void> {
  await tx.attemptCounter.deleteMany({ where: { windowAt: { lt: windowAt } } });
}
