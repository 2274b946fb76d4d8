import { z } from "zod";
import type { DeliveryFilter, DeliveryListQuery } from "@/lib/delivery/webhooks/schema";
import { DeliveryState, Prisma } from "@/lib/generated/prisma/client";
import type { AuditAction } from "@/lib/kernel/audit-log/actions";
import { database, type Tx } from "@/lib/kernel/db";
import { UUID } from "@/lib/kernel/paging/list-window-repo";
import { type StatusCounts, TAB_COUNT_MAX } from "@/lib/kernel/paging/tab-counts";
import { countStatuses, SCANNED_MAX } from "@/lib/kernel/paging/tab-counts-repo";

const LISTED = {
  id: true,
  sequence: true,
  objectKind: true,
  objectId: true,
  payload: true,
  eventStatus: true,
  url: true,
  state: true,
  attemptCount: true,
  nextAttemptAt: true,
  createdAt: true,
  deliveredAt: true,
} as const;

const ATTEMPT = {
  number: true,
  startedAt: true,
  durationMs: true,
  httpStatus: true,
  error: true,
  responseExcerpt: true,
} as const;

const SENT = { sign: true, requestHeaders: true, responseHeaders: true } as const;

/** Returns deliveries newest first, each with its last attempt. */
export async function selectDeliveries(merchantId: string, query: DeliveryListQuery) {
  return await database().webhookDelivery.findMany({
    where: {
      ...(await conditionsOf(merchantId, query)),
      ...(query.cursor === undefined ? {} : { sequence: { lt: BigInt(query.cursor) } }),
    },
    orderBy: { sequence: "desc" },
    take: query.limit,
    select: { ...LISTED, attempts: { orderBy: { number: "desc" }, take: 1, select: ATTEMPT } },
  });
}

/**
 * Counts a merchant's deliveries by state, whatever state the filter has: among the 10,000 newest
 * that were delivered, and as many that were not; for a search, at most 1,000.
 */
export async function countDeliveryStates(merchantId: string, filter: DeliveryFilter): Promise<StatusCounts> {
  const { state: _, ...all } = filter;
  if (all.q || all.objectId) {
    const where = await conditionsOf(merchantId, all);
    const found = await database().webhookDelivery.findMany({ where, take: TAB_COUNT_MAX, select: { state: true } });
    const isMore = found.length === TAB_COUNT_MAX;
    const count = (state: DeliveryState) => found.filter((row) => row.state === state).length;
    const states = Object.values(DeliveryState);
    return {
      byStatus: new Map(states.map((state) => [state, { count: count(state), isMore }])),
      others: { count: 0, isMore },
    };
  }
  // Those that were not delivered have an index of their own, and are few.
  const [open, delivered] = await Promise.all([
    countStatuses({ rows: newestDeliveries(merchantId, all, "undelivered"), max: SCANNED_MAX, of: "all" }),
    countStatuses({ rows: newestDeliveries(merchantId, all, "delivered"), max: SCANNED_MAX, of: "all" }),
  ]);
  return { byStatus: new Map([...open.byStatus, ...delivered.byStatus]), others: open.others };
}

function newestDeliveries(
  merchantId: string,
  { kind, from, until }: DeliveryFilter,
  which: "delivered" | "undelivered",
): Prisma.Sql {
  // By the number, the days of a filter would be reached too late among all that were delivered.
  const [state, order] =
    which === "delivered"
      ? [Prisma.sql`d.state = 'delivered'`, Prisma.sql`d.created_at DESC`]
      : [Prisma.sql`d.state <> 'delivered'`, Prisma.sql`d.sequence DESC`];
  return Prisma.sql`
    SELECT d.state::text AS status, ${kind ? Prisma.sql`d.object_kind = ${kind}` : Prisma.sql`TRUE`} AS fits
    FROM (SELECT d.state, d.object_kind FROM webhook_deliveries d WHERE d.merchant_id = ${merchantId}::uuid AND ${state}
      AND d.created_at >= ${from ?? "-infinity"}::timestamptz AND d.created_at < ${until ?? "infinity"}::timestamptz
      ORDER BY ${order} LIMIT ${SCANNED_MAX}) d`;
}

const deletion = z.object({ before: z.iso.datetime() });

/**
 * Returns the time before which webhooks of finished objects were deleted by the retention
 * settings; null: none were. The audit log is the only record of it.
 */
export async function findDeletedBefore(): Promise<string | null> {
  const last = await database().auditEvent.findFirst({
    where: { target: "webhooks", action: "data.delete" satisfies AuditAction },
    orderBy: { id: "desc" },
    select: { detail: true },
  });
  return deletion.safeParse(last?.detail).data?.before ?? null;
}

export async function selectDelivery(merchantId: string, deliveryId: string) {
  return await database().webhookDelivery.findFirst({
    where: { id: deliveryId, merchantId },
    select: {
      ...LISTED,
      topUpId: true,
      keyKind: true,
      attempts: { orderBy: { number: "asc" }, select: { ...ATTEMPT, ...SENT } },
    },
  });
}

async function conditionsOf(merchantId: string, filter: DeliveryFilter): Promise<Prisma.WebhookDeliveryWhereInput> {
  const { objectId, kind, state, q, from, until } = filter;
  return {
    merchantId,
    ...(objectId && { objectId }),
    ...(kind && { objectKind: kind }),
    ...(state && { state }),
    ...((from || until) && { createdAt: { ...(from && { gte: from }), ...(until && { lt: until }) } }),
    ...(q && { OR: await searchConditions(merchantId, q) }),
  };
}

/** Exact matches only: each is one index lookup, however many deliveries there are. */
async function searchConditions(merchantId: string, search: string): Promise<Prisma.WebhookDeliveryWhereInput[]> {
  if (UUID.test(search)) {
    const id = search.toLowerCase();
    return [{ id }, { objectId: id }, { topUpId: id }];
  }
  const where = { merchantId, orderId: search };
  const db = database();
  const [invoices, wallets, payouts, plans] = await Promise.all([
    db.invoice.findMany({ where, select: { id: true } }),
    db.staticWallet.findMany({ where, select: { id: true } }),
    db.payout.findMany({ where, select: { id: true } }),
    db.recurrence.findMany({ where, select: { id: true } }),
  ]);
  const ids = [...invoices, ...wallets, ...payouts, ...plans].map(({ id }) => id);
  return [{ objectId: { in: ids } }, { topUpId: { in: ids } }];
}

export type FailingRow = {
  host: string;
  since: Date;
  waiting: number;
  next_attempt_at: Date;
  last_answer: string | null;
};

/**
 * Returns hosts of a merchant's addresses with an event that was tried, not accepted, and will be
 * tried again.
 */
export async function selectFailingHosts(merchantId: string, limit: number): Promise<FailingRow[]> {
  return await database().$queryRaw<FailingRow[]>`
    WITH waiting AS (
      SELECT id, created_at, next_attempt_at, attempt_count > 0 AND delivered_at IS NULL AS has_failed,
        coalesce(substring(lower(url) from '^https?://([^/?#]+)'), url) AS host
      FROM webhook_deliveries WHERE merchant_id = ${merchantId}::uuid AND state = 'pending')
    SELECT host, min(created_at) AS since, count(*)::int AS waiting,
      min(next_attempt_at) FILTER (WHERE has_failed) AS next_attempt_at,
      (SELECT coalesce('HTTP ' || a.http_status, a.error) FROM webhook_attempts AS a
        WHERE a.delivery_id = (array_agg(waiting.id ORDER BY created_at) FILTER (WHERE has_failed))[1]
        ORDER BY a.number DESC LIMIT 1) AS last_answer
    FROM waiting GROUP BY host HAVING bool_or(has_failed) ORDER BY since LIMIT ${limit}`;
}

/**
 * Counts how often the webhooks of one object, or of one top-up, were resent, by its merchant's
 * users or through the machine API. The operator's resends are not counted.
 */
export async function sumResends(tx: Tx, of: ResendSubject): Promise<number> {
  const { _sum } = await tx.webhookDelivery.aggregate({ where: of, _sum: { resendCount: true } });
  const id = "topUpId" in of ? of.topUpId : of.objectId;
  // The API counts in the payment; objects that are not payments have no count there.
  const payment = await tx.invoice.findFirst({
    where: { id, merchantId: of.merchantId },
    select: { resendCount: true },
  });
  return (_sum.resendCount ?? 0) + (payment?.resendCount ?? 0);
}

/** What the limit of resends applies to: an object, or the top-up of a wallet. */
export type ResendSubject =
  | { readonly merchantId: string; readonly objectKind: string; readonly objectId: string }
  | { readonly merchantId: string; readonly topUpId: string };

/** Counts a merchant's deliveries that exhausted their schedule since `since`. */
export function countFailedDeliveries(merchantId: string | null, since: Date): Promise<number> {
  return database().webhookDelivery.count({
    where: { ...(merchantId && { merchantId }), state: "failed", createdAt: { gt: since } },
  });
}

/**
 * Returns since when an event of any merchant is due and not delivered, of those that wait for no
 * earlier one of their object; null if there is none. Read from the events themselves: it also
 * finds one that the queue has lost, or that is claimed again and again and never recorded.
 */
export async function findOldestDue(): Promise<Date | null> {
  const [row] = await database().$queryRaw<{ since: Date | null }[]>`
    SELECT min(next_attempt_at) AS since FROM (
      SELECT DISTINCT ON (object_kind, object_id) next_attempt_at FROM webhook_deliveries
      WHERE state = 'pending' ORDER BY object_kind, object_id, sequence) AS oldest
    WHERE next_attempt_at < now()`;
  return row?.since ?? null;
}
