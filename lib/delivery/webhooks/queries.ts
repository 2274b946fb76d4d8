import { z } from "zod";
import {
  countDeliveryStates,
  countFailedDeliveries,
  findDeletedBefore,
  selectDeliveries,
  selectDelivery,
  selectFailingHosts,
  sumResends,
} from "@/lib/delivery/webhooks/reads-repo";
import { RESENDS_MAX, subjectOf } from "@/lib/delivery/webhooks/resend";
import {
  type AttemptView,
  type DeliveryDetailView,
  type DeliveryFilter,
  type DeliveryListQuery,
  type DeliveryPageView,
  type DeliveryView,
  type FailingEndpointsView,
  headerList,
} from "@/lib/delivery/webhooks/schema";
import { csvDownload, rowsByKey } from "@/lib/kernel/csv/csv-download";
import { database } from "@/lib/kernel/db";
import type { TextDownload } from "@/lib/kernel/http/text-download";
import { toTabs } from "@/lib/kernel/paging/tab-counts";
import type { ListCounts } from "@/lib/kernel/paging/tab-counts-schema";

/** Older failures are history: merchants have noticed them by other means. */
const FAILURE_DAYS = 30;
const DAY_MS = 86_400_000;

/** Counts the deliveries of the last 30 days that failed: a merchant's, or with null all. */
export function countGivenUp(merchantId: string | null, now: Date): Promise<number> {
  return countFailedDeliveries(merchantId, new Date(now.getTime() - FAILURE_DAYS * DAY_MS));
}

const FAILING_SHOWN = 10;

type DeliveryRow = Awaited<ReturnType<typeof selectDeliveries>>[number];
type AttemptRow = NonNullable<Awaited<ReturnType<typeof selectDelivery>>>["attempts"][number];

/** Lists a merchant's deliveries, newest first, a page at a time. */
export async function listDeliveries(merchantId: string, query: DeliveryListQuery): Promise<DeliveryPageView> {
  // One row more than requested shows whether there is a next page.
  const rows = await selectDeliveries(merchantId, { ...query, limit: query.limit + 1 });
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  const nextCursor = rows.length > shown.length && last !== undefined ? last.sequence.toString() : null;
  return {
    items: shown.map(toView),
    nextCursor,
    deletedBefore: nextCursor === null ? await findDeletedBefore() : null,
  };
}

/** Counts the list's tabs for the filter otherwise set. */
export async function countDeliveries(merchantId: string, filter: DeliveryFilter): Promise<ListCounts> {
  const counts = await countDeliveryStates(merchantId, filter);
  return { counts: toTabs({ pending: ["pending"], delivered: ["delivered"], failed: ["failed"] }, counts) };
}

/** Returns one delivery with its bytes and attempts; null if this merchant has no such delivery. */
export async function findDelivery(merchantId: string, deliveryId: string): Promise<DeliveryDetailView | null> {
  const row = await selectDelivery(merchantId, deliveryId);
  if (row === null) return null;
  const resends = await sumResends(database(), subjectOf({ merchantId, ...row }));
  return {
    ...toView({ ...row, attempts: row.attempts.slice(-1) }),
    payload: row.payload,
    keyKind: row.keyKind,
    resendsLeft: Math.max(0, RESENDS_MAX - resends),
    attempts: row.attempts.map(toAttemptView),
  };
}

function toView(row: DeliveryRow): DeliveryView {
  const [last] = row.attempts;
  return {
    id: row.id,
    objectKind: row.objectKind,
    objectId: row.objectId,
    orderId: orderIdOf(row.payload),
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

const eventOrder = z.object({ order_id: z.string() });

function orderIdOf(payload: string): string | null {
  return eventOrder.safeParse(JSON.parse(payload)).data?.order_id ?? null;
}

function toAttemptView({ startedAt, requestHeaders, responseHeaders, ...attempt }: AttemptRow): AttemptView {
  return {
    ...attempt,
    startedAt: startedAt.toISOString(),
    requestHeaders: headerList.nullable().parse(requestHeaders),
    responseHeaders: headerList.nullable().parse(responseHeaders),
  };
}

/**
 * Removes everything with which somebody could send an event again as if it came from the gateway.
 */
export function withoutSignatures(delivery: DeliveryDetailView): DeliveryDetailView {
  return { ...delivery, attempts: delivery.attempts.map((one) => ({ ...one, sign: null, requestHeaders: null })) };
}

/** Lists a merchant's receivers that fail right now. */
export async function listFailingEndpoints(merchantId: string): Promise<FailingEndpointsView> {
  const rows = await selectFailingHosts(merchantId, FAILING_SHOWN);
  return rows.map((row) => ({
    host: row.host,
    since: row.since.toISOString(),
    waiting: row.waiting,
    nextAttemptAt: row.next_attempt_at.toISOString(),
    lastAnswer: row.last_answer,
  }));
}

const PAGE_ROWS = 500;
const ROWS_MAX = 1_000_000;

/** Exports a merchant's deliveries that match the filter, newest first, as a file. */
export function exportDeliveries(merchantId: string, filter: DeliveryFilter, now: Date): TextDownload {
  let cursor: string | undefined;
  let isDone = false;
  const readPage = async () => {
    if (isDone) return [];
    const page = await listDeliveries(merchantId, { ...filter, limit: PAGE_ROWS, ...(cursor && { cursor }) });
    cursor = page.nextCursor ?? undefined;
    isDone = page.nextCursor === null;
    return page.items;
  };
  return csvDownload(
    `webhooks-${now.toISOString().slice(0, 10)}`,
    [
      { header: "Id", value: (row: DeliveryView) => row.id },
      { header: "Created", value: (row) => row.createdAt },
      { header: "Kind", value: (row) => row.objectKind },
      { header: "Object", value: (row) => row.objectId },
      { header: "Event", value: (row) => row.eventStatus },
      { header: "Address", value: (row) => row.url },
      { header: "State", value: (row) => row.state },
      { header: "Attempts", value: (row) => String(row.attemptCount) },
      { header: "Last status", value: (row) => row.lastHttpStatus?.toString() ?? null },
      { header: "Last error", value: (row) => row.lastError },
      { header: "Delivered", value: (row) => row.deliveredAt },
      { header: "Next attempt", value: (row) => row.nextAttemptAt },
      { header: "Order", value: (row) => row.orderId },
    ],
    rowsByKey(readPage, ROWS_MAX),
  );
}
