import { decimal } from "@/lib/kernel/money/decimal";
import { parseListCursor, toListCursor } from "@/lib/kernel/paging/cursor";
import { batchErrors, orderIdOf } from "@/lib/money-out/payout-batches/batch-order";
import { type BatchCheck, checkBatch } from "@/lib/money-out/payout-batches/check-batch";
import {
  findBatch,
  findSubmittedDuplicate,
  selectOpenApprovals,
  selectRows,
} from "@/lib/money-out/payout-batches/repo";
import {
  type BatchCheckView,
  type BatchDetailView,
  type BatchFields,
  type BatchItemView,
  type BatchPageView,
  type BatchRowGroup,
  type BatchRowView,
  batchFields,
} from "@/lib/money-out/payout-batches/schema";
import { toSameFile } from "@/lib/money-out/payout-batches/upload-batch";
import {
  type BatchItemRow,
  type BatchSummaryRow,
  countUnsigned,
  selectBatches,
  selectDebits,
  selectItems,
} from "@/lib/money-out/payout-batches/views-repo";
import type { Viewer } from "@/lib/money-out/payouts/dashboard-schema";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";

const BATCHES_SHOWN = 25;
const ITEMS_SHOWN = 50;

/** Returns a page of a merchant's batches, newest first. */
export async function listBatches(merchantId: string, cursor: string | undefined): Promise<BatchPageView> {
  const before = cursor === undefined ? null : parseListCursor(cursor);
  const rows = await selectBatches(merchantId, { before, limit: BATCHES_SHOWN + 1 });
  const shown = rows.slice(0, BATCHES_SHOWN);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    items: shown.map(toRowView),
    nextCursor: last ? toListCursor({ at: last.createdAt, id: last.id }) : null,
  };
}

/**
 * Returns one of the merchant's batches. @throws AppError `not_found`, also for another merchant's
 * batch
 */
export async function getBatchDetail(merchantId: string, id: string, viewer: Viewer): Promise<BatchDetailView> {
  const [row] = await selectBatches(merchantId, { id, limit: 1 });
  if (row === undefined) throw batchErrors.notFound();
  const [approvals, unsigned, debits] = await Promise.all([
    selectOpenApprovals(id),
    countUnsigned(id),
    selectDebits(id),
  ]);
  const isYours = row.createdById === viewer.userId;
  const isRunning = row.status === "submitted";
  return {
    ...toRowView(row),
    isYours,
    isMoving: isRunning || row.process > 0 || row.check > 0,
    approvalCount: approvals.length,
    blocker: viewer.mayPayOut ? (isYours ? "own" : null) : "role",
    cancellableCount: unsigned + (isRunning ? row.open : 0),
    debits: debits.map(({ currency, amount, returned }) => ({
      currency,
      amount: decimal(amount).toFixed(),
      returned: decimal(returned).toFixed(),
    })),
  };
}

/** Checks what a file that was not submitted yet would do now. @throws AppError `not_found` */
export async function checkSavedBatch(merchantId: string, id: string, now: Date): Promise<BatchCheckView> {
  const batch = await findBatch(merchantId, id);
  if (batch === null) throw batchErrors.notFound();
  const check: BatchCheck = await checkBatch(merchantId, id, await selectRows(id), now);
  return { id, fileName: batch.fileName, sameFile: toSameFile(await findSubmittedDuplicate(batch)), ...check };
}

/**
 * Returns a page of a batch's rows with their outcomes. @throws AppError `not_found`, also for
 * another merchant's batch
 */
export async function listItems(
  merchantId: string,
  query: { readonly id: string; readonly group?: BatchRowGroup | undefined; readonly cursor?: string | undefined },
): Promise<{ items: BatchItemView[]; nextCursor: string | null }> {
  if ((await findBatch(merchantId, query.id)) === null) throw batchErrors.notFound();
  const after = Number.parseInt(query.cursor ?? "0", 10);
  const rows = await selectItems(merchantId, query.id, { group: query.group ?? null, after, limit: ITEMS_SHOWN + 1 });
  const shown = rows.slice(0, ITEMS_SHOWN);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  const catalog = await loadCatalog();
  return {
    items: shown.map((row) => toItemView(query.id, row, catalog)),
    nextCursor: last ? String(last.number) : null,
  };
}

function toRowView(row: BatchSummaryRow): BatchRowView {
  const { rows, open, refused, check, process, paid, failed, cancelled } = row;
  return {
    id: row.id,
    fileName: row.fileName,
    status: row.status,
    uploadedBy: row.uploadedBy ?? "somebody",
    createdAt: row.createdAt.toISOString(),
    submittedAt: row.submittedAt?.toISOString() ?? null,
    counts: { rows, open, refused, check, process, paid, failed, cancelled },
  };
}

function toItemView(batchId: string, row: BatchItemRow, catalog: Catalog): BatchItemView {
  const fields = batchFields.parse(row.input);
  return {
    number: row.number,
    amount: fields.amount,
    currency: catalog.currency(fields.currency)?.code ?? fields.currency.toUpperCase(),
    address: fields.address,
    networkName: networkNameOf(row, fields, catalog),
    orderId: orderIdOf(batchId, row.number, fields),
    refusal: row.refusal,
    payout: toPayoutOf(row),
  };
}

function networkNameOf(row: BatchItemRow, fields: BatchFields, catalog: Catalog): string | null {
  const code = row.networkCode ?? fields.network;
  if (code !== "") return catalog.network(code)?.name ?? code;
  return catalog.onlyNetworkOf(fields.to_currency || fields.currency)?.name ?? null;
}

function toPayoutOf({ payoutId, status, sentAmount, payerCode, failure }: BatchItemRow): BatchItemView["payout"] {
  if (payoutId === null || status === null) return null;
  return { id: payoutId, status, sentAmount: decimal(sentAmount ?? "0").toFixed(), currency: payerCode ?? "", failure };
}
