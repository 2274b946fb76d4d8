import { database } from "@/lib/db";
import { AppError } from "@/lib/errors";
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
  const count = await revokeUserSessions(database(), userId, { only: id }, now);
  if (count === 0) throw new AppError("not_found", "That session is over already.");
}
