import { listDeliveries } from "@/lib/delivery/webhooks/queries";
import type { DeliveryFilter, DeliveryView } from "@/lib/delivery/webhooks/schema";
import { csvDownload, rowsByKey } from "@/lib/kernel/csv/csv-download";
import type { TextDownload } from "@/lib/kernel/http/text-download";

const PAGE_ROWS = 500;
const ROWS_MAX = 1_000_000;

/** A merchant's deliveries that fit the filter, newest first, as a file. */
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
    ],
    rowsByKey(readPage, ROWS_MAX),
  );
}
