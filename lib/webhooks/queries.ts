import { selectDeliveries, selectDelivery } from "@/lib/webhooks/reads-repo";
import type {
  AttemptView,
  DeliveryDetailView,
  DeliveryListQuery,
  DeliveryPageView,
  DeliveryView,
} from "@/lib/webhooks/schema";

type DeliveryRow = Awaited<ReturnType<typeof selectDeliveries>>[number];
type AttemptRow = NonNullable<Awaited<ReturnType<typeof selectDelivery>>>["attempts"][number];

/** A merchant's deliveries, newest first, a page at a time. */
export async function listDeliveries(merchantId: string, query: DeliveryListQuery): Promise<DeliveryPageView> {
  // One more than asked for tells whether there is a next page.
  const rows = await selectDeliveries(merchantId, { ...query, limit: query.limit + 1 });
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    items: shown.map(toView),
    nextBefore: rows.length > shown.length && last !== undefined ? last.sequence.toString() : null,
  };
}

/** One delivery with its bytes and attempts; null when this merchant has no such delivery. */
export async function findDelivery(merchantId: string, deliveryId: string): Promise<DeliveryDetailView | null> {
  const row = await selectDelivery(merchantId, deliveryId);
  if (row === null) return null;
  return {
    ...toView({ ...row, attempts: row.attempts.slice(-1) }),
    payload: row.payload,
    attempts: row.attempts.map(toAttemptView),
  };
}

function toView(row: DeliveryRow): DeliveryView {
  const [last] = row.attempts;
  return {
    id: row.id,
    objectKind: row.objectKind,
    objectId: row.objectId,
    eventStatus: row.eventStatus,
    url: row.url,
    state: row.state,
    attemptCount: row.attemptCount,
    lastHttpStatus: last?.httpStatus ?? null,
    lastError: last?.error ?? null,
    nextAttemptAt: row.state === "pending" ? row.nextAttemptAt.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
  };
}

function toAttemptView({ startedAt, ...attempt }: AttemptRow): AttemptView {
  return { ...attempt, startedAt: startedAt.toISOString() };
}
