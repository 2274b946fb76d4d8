import { z } from "zod";
import { database } from "@/lib/db";
import { type MembershipRow, selectMemberships } from "@/lib/merchants/merchants-repo";
import type { SessionView } from "@/lib/merchants/schema";
import { idleSince, isTouchDue, renewedEnd } from "@/lib/merchants/session-life";
import { type SessionRow, selectLiveSession, selectUserSessions, touchSession } from "@/lib/merchants/sessions-repo";

const sessionId = z.uuid();

/**
 * The session behind a cookie's id, or null when it was revoked, has expired or never was. Read from the database on every
 * request, which is what makes revoking immediate; notes the visit at most once a minute.
 */
export async function findSession(id: unknown, now: Date): Promise<SessionRow | null> {
  const parsed = sessionId.safeParse(id);
  if (!parsed.success) return null;
  const session = await selectLiveSession(database(), parsed.data, { now, seenAfter: idleSince(now) });
  if (session !== null && isTouchDue(session.lastSeenAt, now)) await touchSession(database(), session.id, now);
  return session;
}

/** The user's live sessions, the most recently used first, without those that another has just taken the place of. */
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

/** The merchants that the user may work for. */
export function listMemberships(userId: string): Promise<MembershipRow[]> {
  return selectMemberships(database(), userId);
}
