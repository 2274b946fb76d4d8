import type { Prisma } from "@/lib/generated/prisma/client";
import { actionsOf } from "@/lib/kernel/audit-log/actions";
import type { AuditFilter } from "@/lib/kernel/audit-log/schema";
import { database } from "@/lib/kernel/db";

export type AuditRow = {
  readonly id: bigint;
  readonly at: Date;
  readonly actorId: string | null;
  readonly merchantId: string | null;
  readonly action: string;
  readonly target: string | null;
  readonly ip: string | null;
  readonly detail: unknown;
  readonly before: unknown;
  readonly after: unknown;
};

/** Newest first. `merchantId` null: of all merchants. */
export function selectAuditPage(
  merchantId: string | null,
  filter: AuditFilter,
  page: { readonly before: bigint | null; readonly take: number },
): Promise<AuditRow[]> {
  return database().auditEvent.findMany({
    where: {
      ...(merchantId !== null && { merchantId }),
      ...(page.before !== null && { id: { lt: page.before } }),
      ...narrowed(filter),
    },
    orderBy: { id: "desc" },
    take: page.take,
  });
}

function narrowed({ person, kind, from, to, q }: AuditFilter): Prisma.AuditEventWhereInput {
  const at = {
    ...(from !== undefined && { gte: new Date(from) }),
    ...(to !== undefined && { lt: new Date(to) }),
  };
  return {
    ...(person !== undefined && { actorId: person }),
    ...(kind !== undefined && { action: { in: [...actionsOf(kind)] } }),
    ...((from ?? to) !== undefined && { at }),
    ...(q !== undefined && q !== "" && { target: q }),
  };
}

export type AuditActor = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isOperator: boolean;
};

export async function selectActors(ids: readonly string[]): Promise<ReadonlyMap<string, AuditActor>> {
  const rows = await database().user.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, name: true, email: true, isOperator: true },
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns which of the users are current members of the merchant. */
export async function selectMemberIds(merchantId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await database().merchantMember.findMany({
    where: { merchantId, userId: { in: [...ids] } },
    select: { userId: true },
  });
  return new Set(rows.map(({ userId }) => userId));
}

export async function selectMerchantNamesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await database().merchant.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, name: true },
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * How many recent events are searched for actors to filter by, and how many actors are offered at
 * most.
 */
const EVENTS_LOOKED_AT = 5_000;
const PEOPLE_MAX = 200;

/** Returns recent actors by name; for a merchant only its own members. */
export function selectAuditPeople(merchantId: string | null): Promise<{ id: string; name: string }[]> {
  return database().$queryRaw`
    SELECT DISTINCT u.id, u.name
    FROM (SELECT actor_id FROM audit_events
          WHERE ${merchantId}::uuid IS NULL OR merchant_id = ${merchantId}::uuid
          ORDER BY id DESC LIMIT ${EVENTS_LOOKED_AT}) e
    JOIN users u ON u.id = e.actor_id
    WHERE ${merchantId}::uuid IS NULL OR NOT u.is_operator
       OR EXISTS (SELECT 1 FROM merchant_members m WHERE m.merchant_id = ${merchantId}::uuid AND m.user_id = u.id)
    ORDER BY u.name, u.id LIMIT ${PEOPLE_MAX}`;
}
