import type { Prisma } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/kernel/db";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { sessionExpiry } from "@/lib/people/identity/session-life";

/** The browser from which a sign-in comes. */
export type SignInOrigin = {
  readonly ip: string;
  readonly userAgent: string | null;
  /** Its tokens of people who signed in with it before (lib/people/identity/password.ts). */
  readonly browserTokens?: readonly string[];
};

const USER_AGENT_CHARACTERS_MAX = 300;

/**
 * Opens a session for a person who has passed every required check. `secondFactorAt`: when more
 * than a password was shown.
 */
export function openSession(
  tx: Tx,
  who: { readonly userId: string; readonly secondFactorAt: Date | null },
  from: SignInOrigin,
  now: Date,
): Promise<{ id: string }> {
  return insertSession(tx, {
    ...who,
    expiresAt: sessionExpiry(now),
    createdAt: now,
    lastSeenAt: now,
    confirmedAt: now,
    ip: from.ip,
    userAgent: from.userAgent?.slice(0, USER_AGENT_CHARACTERS_MAX) ?? null,
  });
}

export type SessionRow = {
  readonly id: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  /** When a second factor was shown in the session; null: password alone. */
  readonly secondFactorAt: Date | null;
  /** When the identity was last confirmed in the session. */
  readonly confirmedAt: Date;
  readonly user: { readonly id: string; readonly email: string; readonly name: string; readonly isOperator: boolean };
};

export type NewSession = {
  userId: string;
  createdAt: Date;
  expiresAt: Date;
  lastSeenAt: Date;
  ip: string | null;
  userAgent: string | null;
  secondFactorAt: Date | null;
  confirmedAt: Date;
  unconfirmedUsd?: Prisma.Decimal | number;
};

export function insertSession(tx: Tx, session: NewSession): Promise<{ id: string }> {
  return tx.session.create({ data: session, select: { id: true } });
}

/**
 * Returns the session if it is alive: not revoked, not past either limit, its user not blocked, and
 * with a second factor shown in it if the user has one. No command creates a session without one;
 * this check is a second line of defence.
 */
export function selectLiveSession(
  tx: Tx,
  id: string,
  limits: { now: Date; seenAfter: Date },
): Promise<SessionRow | null> {
  return tx.session.findFirst({
    where: {
      id,
      revokedAt: null,
      expiresAt: { gt: limits.now },
      lastSeenAt: { gt: limits.seenAfter },
      user: { isBlocked: false },
      OR: [{ secondFactorAt: { not: null } }, { user: { totpEnabledAt: null, passkeys: { none: {} } } }],
    },
    select: {
      id: true,
      createdAt: true,
      lastSeenAt: true,
      secondFactorAt: true,
      confirmedAt: true,
      user: { select: { id: true, email: true, name: true, isOperator: true } },
    },
  });
}

export async function touchSession(tx: Tx, id: string, lastSeenAt: Date): Promise<void> {
  await tx.session.updateMany({ where: { id, revokedAt: null }, data: { lastSeenAt } });
}

export type SessionListRow = {
  readonly id: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly secondFactorAt: Date | null;
};

export function selectUserSessions(
  tx: Tx,
  userId: string,
  limits: { endsAfter: Date; seenAfter: Date },
): Promise<SessionListRow[]> {
  return tx.session.findMany({
    where: { userId, revokedAt: null, expiresAt: { gt: limits.endsAfter }, lastSeenAt: { gt: limits.seenAfter } },
    orderBy: { lastSeenAt: "desc" },
    take: 100,
    select: { id: true, ip: true, userAgent: true, createdAt: true, lastSeenAt: true, secondFactorAt: true },
  });
}

/**
 * Ends sessions of one user: the one named, all but the one excepted, or all. Returns how many were
 * alive.
 */
export async function revokeUserSessions(
  tx: Tx,
  userId: string,
  which: { only: string } | { except: string } | "all",
  revokedAt: Date,
): Promise<number> {
  const where = which === "all" ? {} : { id: "only" in which ? which.only : { not: which.except } };
  const alive = { userId, revokedAt: null, expiresAt: { gt: revokedAt } };
  const { count } = await tx.session.updateMany({ where: { ...alive, ...where }, data: { revokedAt } });
  return count;
}

/**
 * Counts a move that needed no confirmation; false, and nothing is counted, if the total since the
 * last confirmation would exceed `limit`, or the session has ended. Serialises the moves of one
 * session until the transaction ends.
 */
export async function addUnconfirmedSpend(tx: Tx, id: string, valueUsd: Decimal, limit: Decimal): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE sessions SET unconfirmed_usd = unconfirmed_usd + ${valueUsd.toFixed()}::numeric
    WHERE id = ${id}::uuid AND revoked_at IS NULL AND unconfirmed_usd + ${valueUsd.toFixed()}::numeric <= ${limit.toFixed()}::numeric`;
  return count === 1;
}

/**
 * Makes a session end at that time, if it is alive at `now`, and returns what its replacement
 * inherits; null if it has ended.
 */
export async function endSoon(tx: Tx, id: string, now: Date, endsAt: Date) {
  const [old] = await tx.session.updateManyAndReturn({
    where: { id, revokedAt: null, expiresAt: { gt: now } },
    data: { expiresAt: endsAt },
    select: {
      ...{ userId: true, createdAt: true, ip: true, userAgent: true },
      ...{ secondFactorAt: true, confirmedAt: true, unconfirmedUsd: true },
    },
  });
  return old ?? null;
}

/** The person has no second factor any more: clears it from all their sessions. */
export async function clearSecondFactorProofs(tx: Tx, userId: string): Promise<void> {
  await tx.session.updateMany({ where: { userId, secondFactorAt: { not: null } }, data: { secondFactorAt: null } });
}

export async function revokeSessionById(tx: Tx, id: string, revokedAt: Date): Promise<void> {
  await tx.session.updateMany({ where: { id, revokedAt: null }, data: { revokedAt } });
}
