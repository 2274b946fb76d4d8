import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { database, withTransaction } from "@/lib/kernel/db";
import { countInWindow, DAY_MS, deleteAttempts, HOUR_MS } from "@/lib/people/identity/limit-attempts";
import { notifyPerson } from "@/lib/people/identity/second-factor-mail";

/** Nobody mistypes this often without signing in in between. */
const WRONG_TOLD = 5;
const HOUR_CHARACTERS = "2026-11-21T10".length;

/**
 * Counts a person's wrong second factors over all steps of the day, and from the fifth on mails
 * them and writes an audit entry, once an hour: guesses spread over many steps would go unnoticed
 * otherwise.
 */
export function recordWrongCode(userId: string, now: Date): Promise<void> {
  return withTransaction(async (tx) => {
    const wrong = await countInWindow(tx, wrongKey(userId), DAY_MS, now);
    if (wrong < WRONG_TOLD) return;
    if ((await countInWindow(tx, `second-factor:told:${userId}`, HOUR_MS, now)) > 1) return;
    await recordAudit(tx, { actorId: null, action: "second-factor.guess", target: userId, detail: { wrong } });
    await notifyPerson(tx, userId, { kind: "codes-guessed", hour: hourOf(now) });
  });
}

/**
 * Does the same for wrong answers to "Confirm it is you" within the hour: the attacker has a
 * session of the person already, taken over or left open, and tries operations that move money out.
 */
export function recordWrongConfirmation(userId: string, now: Date): Promise<void> {
  return withTransaction(async (tx) => {
    // Reported at the fifth and at no later one of the hour.
    if ((await countInWindow(tx, confirmKey(userId), HOUR_MS, now)) !== WRONG_TOLD) return;
    const told = await countInWindow(tx, `confirm:told:${userId}`, HOUR_MS, now);
    if (told > 1) return;
    await recordAudit(tx, { actorId: null, action: "confirm.guess", target: userId, detail: { wrong: WRONG_TOLD } });
    await notifyPerson(tx, userId, { kind: "confirm-guessed", hour: hourOf(now) });
  });
}

/** The person has confirmed their identity. */
export function clearWrongConfirmations(userId: string): Promise<void> {
  return deleteAttempts(database(), confirmKey(userId));
}

/** The person signed in: earlier wrong codes were their own mistakes. */
export function clearWrongCodes(userId: string): Promise<void> {
  return deleteAttempts(database(), wrongKey(userId));
}

function hourOf(now: Date): string {
  return now.toISOString().slice(0, HOUR_CHARACTERS);
}

function confirmKey(userId: string): string {
  return `confirm:wrong:${userId}`;
}

function wrongKey(userId: string): string {
  return `second-factor:wrong:${userId}`;
}
