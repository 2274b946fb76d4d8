import { database, type Tx } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { networkKey } from "@/lib/kernel/http/client-address";
import {
  ATTEMPTS_MAX,
  countInWindow,
  DAY_MS,
  deleteAttempts,
  deleteAttemptsOf,
  emailKey,
  limitAttempts,
  secondsLeft,
  startOfWindow,
  tooManyAttempts,
  undoAttempt,
  WINDOW_MS,
} from "@/lib/people/identity/limit-attempts";

type Purpose = "sign-in" | "second-factor";

export type SignInTry = {
  readonly purpose: Purpose;
  /** The e-mail as typed, whether or not an account has it; at the second step the user id. */
  readonly account: string;
  readonly ip: string;
  /** The id of a browser in which this person has signed in before; null for an unknown browser. */
  readonly browserId: string | null;
};

/**
 * Wrong answers that all unknown browsers together may give for one account in a day, from however
 * many networks: too few for guessing to succeed, and too many for a single attacker to lock the
 * account.
 */
const STRANGERS_A_DAY: Readonly<Record<Purpose, number>> = { "sign-in": 300, "second-factor": 60 };
/** From one network; and from a known browser, because its cookie may be stolen. */
const NEAR_A_DAY = 20;
const KNOWN_A_DAY = 100;

/**
 * Counts one attempt before it is verified, so that parallel ones are counted too (decision 0035).
 * A known browser has its own count, which nobody else can use up. All others are counted by IP
 * address, by account and network together, and by account for the day.
 * @throws AppError `rate_limited`; {@link ClosedToStrangersError} for the last of these
 */
export async function countSignIn(tried: SignInTry, now: Date): Promise<void> {
  const [near, account] = [nearKey(tried), emailKey(tried.purpose, tried.account)];
  const isKnown = tried.browserId !== null;
  if (!isKnown) await limitAttempts(tried.purpose, { ip: tried.ip }, now);
  await limit(near, WINDOW_MS, ATTEMPTS_MAX, now);
  await limit(dayOf(near), DAY_MS, isKnown ? KNOWN_A_DAY : NEAR_A_DAY, now);
  if (isKnown) return;
  if ((await countInWindow(database(), account, DAY_MS, now)) > STRANGERS_A_DAY[tried.purpose])
    throw new ClosedToStrangersError(now);
}

async function limit(key: string, windowMs: number, most: number, now: Date): Promise<void> {
  if ((await countInWindow(database(), key, windowMs, now)) > most) throw tooManyAttempts(windowMs, now);
}

/**
 * Clears the counts after a right answer, which does not count among the day's wrong ones; the IP
 * address keeps its count, or one good account would reset a guesser's.
 */
export async function clearSignInAttempts(tried: SignInTry, now: Date): Promise<void> {
  const tx = database();
  await deleteAttempts(tx, nearKey(tried));
  await deleteAttempts(tx, dayOf(nearKey(tried)));
  if (tried.browserId !== null) return;
  await undoAttempt(tx, emailKey(tried.purpose, tried.account), startOfWindow(DAY_MS, now));
}

/**
 * Clears every count of a person's account: guesses at the old password reveal nothing about the
 * new one.
 */
export async function clearSignInAttemptsOf(
  tx: Tx,
  person: { readonly id: string; readonly email: string },
): Promise<void> {
  await deleteAttemptsOf(tx, emailKey("sign-in", person.email));
  await deleteAttemptsOf(tx, emailKey("second-factor", person.id));
}

const CLOSED_MESSAGE =
  "Too many failed attempts from other places today. Use a browser you have signed in with before, or reset your password.";

/** Thrown when an account accepts no more attempts that day from unknown browsers. */
export class ClosedToStrangersError extends AppError {
  constructor(now: Date) {
    super("rate_limited", CLOSED_MESSAGE, { retryAfterSeconds: secondsLeft(DAY_MS, now) });
  }
}

/** Starts with the account's own key, so that both are deleted together. */
function nearKey({ purpose, account, ip, browserId }: SignInTry): string {
  return browserId === null ? `${emailKey(purpose, account)}:${networkKey(ip)}` : `${purpose}:browser:${browserId}`;
}

/** The day's key: windows of both lengths may begin at the same time. */
function dayOf(key: string): string {
  return `${key}:day`;
}
