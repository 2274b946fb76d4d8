import type { Tx } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { renewedEnd, sessionExpiry } from "@/lib/merchants/session-life";
import { endSoon, insertSession } from "@/lib/merchants/sessions-repo";

export type ShownInSession = { readonly confirmedAt?: Date; readonly secondFactorAt?: Date };

/**
 * Puts another session in the place of one, for the browser that asks: whoever copied its cookie has an old one, which ends within seconds
 * and has nothing of what was shown just now. It is the same sign-in otherwise, and ends when that would have. The caller holds the person's
 * row (`lockPerson`): else a password that is reset at that moment ends every session but this one.
 * @returns the id of the new one, for the browser's cookie
 * @throws AppError `signed_out` when it is over
 */
export async function renewSession(tx: Tx, id: string, shown: ShownInSession, now: Date): Promise<string> {
  const old = await endSoon(tx, id, now, renewedEnd(now));
  if (old === null) throw new AppError("signed_out", "Sign in again.");
  const { unprovenUsd, ...rest } = old;
  const session = await insertSession(tx, {
    ...rest,
    ...shown,
    // What was moved without a proof counts anew after one.
    unprovenUsd: shown.confirmedAt === undefined ? unprovenUsd : 0,
    lastSeenAt: now,
    expiresAt: sessionExpiry(old.createdAt),
  });
  return session.id;
}
