import { lockPerson } from "@/lib/accounts/second-factor-repo";
import { database, withTransaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { renewSession } from "@/lib/merchants/renew-session";
import { revokeSessionById, revokeUserSessions } from "@/lib/merchants/sessions-repo";

/** Ends the session that its own browser leaves. */
export function endSession(id: string, now: Date): Promise<void> {
  return revokeSessionById(database(), id, now);
}

/**
 * Ends one of the user's own sessions.
 * @throws AppError `not_found` when the user has no such live session
 */
export async function revokeSession(userId: string, id: string, now: Date): Promise<void> {
  await withTransaction(async (tx) => {
    const count = await revokeUserSessions(tx, userId, { only: id }, now);
    if (count === 0) throw new AppError("not_found", "That session is over already.");
    await recordAudit(tx, { actorId: userId, action: "session.end", target: id });
  });
}

/**
 * Ends every session of the user, also for whoever copied the cookie of the one that asks: another goes on in its place.
 * @returns how many others were alive, and the id of the one that goes on
 */
export async function revokeOtherSessions(
  userId: string,
  currentId: string,
  now: Date,
): Promise<{ count: number; sessionId: string }> {
  return withTransaction(async (tx) => {
    await lockPerson(tx, userId);
    const sessionId = await renewSession(tx, currentId, {}, now);
    await revokeSessionById(tx, currentId, now);
    const count = await revokeUserSessions(tx, userId, { except: sessionId }, now);
    await recordAudit(tx, { actorId: userId, action: "session.end-others", target: userId, detail: { count } });
    return { count, sessionId };
  });
}
