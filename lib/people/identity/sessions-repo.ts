import type { Prisma } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/kernel/db";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { sessionExpiry } from "@/lib/people/identity/session-life";

/** The browser that a sign-in comes from. */
export type SignInOrigin = {
  readonly ip: string;
  readonly userAgent: string | null;
  /** What it keeps of the people who signed in with it before (lib/people/identity/password.ts). */
  readonly browserTokens?: readonly string[];
};

const USER_AGENT_CHARACTERS_MAX = 300;

/**
 * Opens a session for somebody who has shown all that is asked of them. `secondFactorAt`: when that
 * was more than a password.
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
  /** When a second factor was shown in it; null: by the password alone. */
  readonly secondFactorAt: Date | null;
  /** When it was last shown in it that it is this person. */
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
 * The session if it is alive: not revoked, not past either limit, its user not blocked, and with a
 * second factor shown in it if the user has one. No command makes a session without; this is the
 * wall behind them.
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
 * Ends sessions of one user: the one named, all but the one excepted, or all. Answers how many were
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
 * Counts a move that nobody was asked about; false, and nothing is counted, where the sum since the
 * last proof would exceed `limit`, or the session is over. Moves of one session count one after the
 * other, until the transaction ends.
 */
export async function addUnconfirmedSpend(tx: Tx, id: string, valueUsd: Decimal, limit: Decimal): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE sessions SET unconfirmed_usd = unconfirmed_usd + ${valueUsd.toFixed()}::numeric
    WHERE id = ${id}::uuid AND revoked_at IS NULL AND unconfirmed_usd + ${valueUsd.toFixed()}::numeric <= ${limit.toFixed()}::numeric`;
  return count === 1;
}

/**
 * Has a session end at that time, if it is alive at `now`, and answers what another in its place
 * goes on with; null when it is over.
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

/** The person has no second factor any more: none counts as shown in any session of theirs. */
export async function clearSecondFactorProofs(tx: Tx, userId: string): Promise<void> {
  await tx.session.updateMany({ where: { userId, secondFactorAt: { not: null } }, data: { secondFactorAt: null } });
}

export async function revokeSessionById(tx: Tx, id: string, revokedAt: Date): Promise<void> {
  await tx.session.updateMany({ where: { id, revokedAt: null }, data: { revokedAt } });
}
