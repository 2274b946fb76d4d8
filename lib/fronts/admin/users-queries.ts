import {
  USER_PAGE_SIZE,
  type UserGroup,
  type UserListQuery,
  type UserPageView,
  type UserRowView,
} from "@/lib/fronts/admin/users-schema";
import { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import { type ListPosition, parseListCursor, toListCursor } from "@/lib/kernel/paging/cursor";
import { literally, UUID } from "@/lib/kernel/paging/list-window-repo";

/** Returns one page of all users, newest first. */
export async function listUsers(query: UserListQuery): Promise<UserPageView> {
  const filter = {
    group: query.status ?? null,
    search: query.q || null,
    before: query.cursor ? parseListCursor(query.cursor) : null,
  };
  const rows = await selectUserPage(filter, USER_PAGE_SIZE + 1);
  const shown = rows.slice(0, USER_PAGE_SIZE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return { items: shown.map(toRowView), nextCursor: last ? toListCursor({ at: last.createdAt, id: last.id }) : null };
}

function toRowView({ createdAt, lastSeenAt, ...row }: UserListRow): UserRowView {
  return { ...row, createdAt: createdAt.toISOString(), lastSeenAt: lastSeenAt?.toISOString() ?? null };
}

type UserFilter = {
  readonly group: UserGroup | null;
  readonly search: string | null;
  readonly before: ListPosition | null;
};

type UserListRow = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly createdAt: Date;
  readonly isOperator: boolean;
  readonly isSuspended: boolean;
  readonly hasSecondFactor: boolean;
  readonly lastSeenAt: Date | null;
  readonly merchants: { id: string; name: string; role: string }[];
};

/** Returns a page of users, newest first. */
function selectUserPage(filter: UserFilter, limit: number): Promise<UserListRow[]> {
  const where = Prisma.join([Prisma.sql`true`, ...conditionsOf(filter)], " AND ");
  return database().$queryRaw<UserListRow[]>`
    WITH page AS (SELECT * FROM users u WHERE ${where} ORDER BY u.created_at DESC, u.id DESC LIMIT ${limit})
    SELECT p.id, p.name, p.email, p.created_at AS "createdAt", p.is_operator AS "isOperator", p.is_blocked AS "isSuspended",
      p.totp_enabled_at IS NOT NULL OR EXISTS (SELECT FROM passkeys k WHERE k.user_id = p.id) AS "hasSecondFactor",
      (SELECT max(s.last_seen_at) FROM sessions s
        WHERE s.user_id = p.id AND s.revoked_at IS NULL AND s.expires_at > now()) AS "lastSeenAt",
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name, 'role', o.role) ORDER BY o.created_at)
        FROM merchant_members o JOIN merchants m ON m.id = o.merchant_id WHERE o.user_id = p.id), '[]') AS merchants
    FROM page p ORDER BY p.created_at DESC, p.id DESC`;
}

function conditionsOf({ group, search, before }: UserFilter): Prisma.Sql[] {
  return [
    ...(group === "operators" ? [Prisma.sql`u.is_operator`] : []),
    ...(group === "suspended" ? [Prisma.sql`u.is_blocked`] : []),
    ...(search === null ? [] : [searchCondition(search)]),
    ...(before === null ? [] : [Prisma.sql`(u.created_at, u.id) < (${before.at}, ${before.id}::uuid)`]),
  ];
}

function searchCondition(search: string): Prisma.Sql {
  if (UUID.test(search)) return Prisma.sql`u.id = ${search}::uuid`;
  const pattern = `%${literally(search)}%`;
  return Prisma.sql`(u.email ILIKE ${pattern} OR u.name ILIKE ${pattern})`;
}

export type LockedUser = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly isOperator: boolean;
  readonly isSuspended: boolean;
};

/**
 * Returns a user and every operator, all locked in one order, so that nothing changes while the
 * caller checks whether another operator remains.
 */
export function lockUserAndOperators(tx: Tx, id: string): Promise<LockedUser[]> {
  return tx.$queryRaw<LockedUser[]>`
    SELECT id, email, name, is_operator AS "isOperator", is_blocked AS "isSuspended" FROM users
    WHERE is_operator OR id = ${id}::uuid ORDER BY id FOR NO KEY UPDATE`;
}

/**
 * Returns the merchants that a user is a member of, and those with unsigned requests of the user.
 */
export async function selectMerchantsOf(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ merchantId: string }[]>`
    SELECT merchant_id AS "merchantId" FROM merchant_members WHERE user_id = ${userId}::uuid
    UNION SELECT p.merchant_id FROM sends s JOIN payouts p ON p.id = s.purpose_id
      WHERE s.status = 'queued' AND s.purpose = 'payout' AND p.created_by_id = ${userId}::uuid
    UNION SELECT f.merchant_id FROM sends s JOIN refunds f ON f.id = s.purpose_id
      WHERE s.status = 'queued' AND s.purpose = 'refund' AND f.created_by_id = ${userId}::uuid AND f.merchant_id IS NOT NULL`;
  return rows.map(({ merchantId }) => merchantId);
}

/** Whether a user is an operator; false if there is no such user. */
export async function isOperator(userId: string): Promise<boolean> {
  return (await database().user.count({ where: { id: userId, isOperator: true } })) > 0;
}

export async function updateUserFlags(
  tx: Tx,
  id: string,
  data: { isOperator: boolean; operatorSince: Date | null } | { isBlocked: boolean },
): Promise<void> {
  await tx.user.update({ where: { id }, data, select: { id: true } });
}

export async function endAllSessions(tx: Tx, userId: string, revokedAt: Date): Promise<void> {
  await tx.session.updateMany({ where: { userId, revokedAt: null }, data: { revokedAt } });
}
