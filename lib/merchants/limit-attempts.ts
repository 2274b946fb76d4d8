import { createHash } from "node:crypto";
import { database } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { addressKey } from "@/lib/http/client-address";
import { deleteAttempts, deleteAttemptsBefore, incrementAttempts } from "@/lib/merchants/attempts-repo";

/** Attempts are counted in windows of this length, in the database, so that every web process sees the same count. */
const WINDOW_MS = 15 * 60 * 1000;

/** Ten guesses a quarter of an hour are too few for a password of twelve characters and enough for a forgetful person. */
const EMAIL_ATTEMPTS_MAX = 10;
/** An office behind one address must still get in. */
const IP_ATTEMPTS_MAX = 60;

export type AttemptPurpose =
  | "sign-in"
  | "second-factor"
  | "passkey"
  | "confirm"
  | "setup"
  | "change-password"
  | "invite"
  | "sign-up"
  | "forgot-password"
  | "reset-password"
  | "change-email"
  | "confirm-email";

/**
 * Counts one attempt and refuses when there were too many from this address or for this e-mail. Counted before the secret is
 * looked at, so that parallel guesses are counted too. An address over its limit uses up no e-mail's tries: one machine must not lock
 * everybody out.
 * @throws AppError `rate_limited` with the seconds until the window ends
 */
export async function limitAttempts(
  purpose: AttemptPurpose,
  who: { email?: string; ip: string },
  now: Date,
): Promise<void> {
  const windowAt = new Date(Math.floor(now.getTime() / WINDOW_MS) * WINDOW_MS);
  await deleteAttemptsBefore(database(), windowAt);
  const refused = () => {
    const retryAfterSeconds = Math.ceil((windowAt.getTime() + WINDOW_MS - now.getTime()) / 1000);
    return new AppError("rate_limited", "Too many attempts. Try again in a few minutes.", { retryAfterSeconds });
  };
  if ((await incrementAttempts(database(), ipKey(purpose, who.ip), windowAt)) > IP_ATTEMPTS_MAX) throw refused();
  if (who.email === undefined) return;
  if ((await incrementAttempts(database(), emailKey(purpose, who.email), windowAt)) > EMAIL_ATTEMPTS_MAX)
    throw refused();
}

/** A right password clears the e-mail's count; the address keeps its own, or one good account would free a guesser's. */
export function forgetAttempts(purpose: AttemptPurpose, email: string): Promise<void> {
  return deleteAttempts(database(), emailKey(purpose, email));
}

/** Hashed, so that the table is no list of what people typed into the e-mail field (passwords among it). */
function emailKey(purpose: AttemptPurpose, email: string): string {
  return `${purpose}:email:${createHash("sha256").update(email).digest("hex")}`;
}

function ipKey(purpose: AttemptPurpose, ip: string): string {
  return `${purpose}:ip:${addressKey(ip)}`;
}
