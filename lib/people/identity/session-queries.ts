import { z } from "zod";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { lockPerson } from "@/lib/people/identity/second-factor-repo";
import { idleSince, isTouchDue, renewedEnd, sessionExpiry } from "@/lib/people/identity/session-life";
import {
  endSoon,
  insertSession,
  revokeSessionById,
  revokeUserSessions,
  type SessionRow,
  selectLiveSession,
  selectUserSessions,
  touchSession,
} from "@/lib/people/identity/sessions-repo";
import { type MembershipRow, selectMemberships } from "@/lib/people/merchants/merchants-repo";
import type { SessionView } from "@/lib/people/merchants/schema";

const sessionId = z.uuid();

/**
 * Returns the session of a cookie's id, or null if it was revoked, has expired or does not exist.
 * Read from the database on every request, which makes revocation immediate; records the visit at
 * most once a minute.
 */
export async function findSession(id: unknown, now: Date): Promise<SessionRow | null> {
  const parsed = sessionId.safeParse(id);
  if (!parsed.success) return null;
  const session = await selectLiveSession(database(), parsed.data, { now, seenAfter: idleSince(now) });
  if (session !== null && isTouchDue(session.lastSeenAt, now)) await touchSession(database(), session.id, now);
  return session;
}

/**
 * Lists the user's live sessions, most recently used first, without those that another has just
 * replaced.
 */
export async function listSessions(userId: string, currentId: string, now: Date): Promise<SessionView[]> {
  const rows = await selectUserSessions(database(), userId, { endsAfter: renewedEnd(now), seenAfter: idleSince(now) });
  return rows.map(({ secondFactorAt, ...row }) => ({
    ...row,
    isCurrent: row.id === currentId,
    hasSecondFactor: secondFactorAt !== null,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
  }));
}

/** Lists the merchants that the user may work for. */
export function listMemberships(userId: string): Promise<MembershipRow[]> {
  return selectMemberships(database(), userId);
}

type ShownInSession = { readonly confirmedAt?: Date; readonly secondFactorAt?: Date };

/**
 * Replaces a session with a new one for the requesting browser: a copied cookie belongs to the old
 * session, which ends within seconds and lacks what was confirmed just now. It is the same sign-in
 * otherwise, and ends when that would have. The caller locks the person's row (`lockPerson`): else
 * a concurrent password reset would end every session but this one.
 * @returns the id of the new one, for the browser's cookie
 * @throws AppError `signed_out` when the session has ended
 */
export async function renewSession(tx: Tx, id: string, shown: ShownInSession, now: Date): Promise<string> {
  const old = await endSoon(tx, id, now, renewedEnd(now));
  if (old === null) throw new AppError("signed_out", "Sign in again.");
  const { unconfirmedUsd, ...rest } = old;
  const session = await insertSession(tx, {
    ...rest,
    ...shown,
    // Moves without a confirmation are counted from zero after one.
    unconfirmedUsd: shown.confirmedAt === undefined ? unconfirmedUsd : 0,
    lastSeenAt: now,
    expiresAt: sessionExpiry(old.createdAt),
  });
  return session.id;
}

/** Ends the session on sign-out. */
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
    if (count === 0) throw new AppError("not_found", "This session has already ended.");
    await recordAudit(tx, { actorId: userId, action: "session.end", target: id });
  });
}

/**
 * Ends every session of the user, including copies of the caller's cookie: a new session replaces
 * the caller's.
 * @returns how many others were alive, and the id of the new session
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
