import { AppError } from "@/lib/errors";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { getMerchant } from "@/lib/merchants/get-merchant";
import type { Merchant } from "@/lib/merchants/merchant";
import { readOrder } from "@/lib/payout-batches/batch-order";
import { findingsOf } from "@/lib/payout-batches/check-row";
import type { ParsedRow } from "@/lib/payout-batches/parse-batch-file";
import { type Batch, claimRow, findBatchOfAny, markDone, refuseRow, selectOpenRows } from "@/lib/payout-batches/repo";
import type { BatchFinding } from "@/lib/payout-batches/schema";
import { createPayout } from "@/lib/payouts/create-payout";

/** A job that runs for longer is taken for dead. */
const WORK_MS_MAX = 10_000;
const ROWS_READ = 50;
/** How long a row waits for a price or a network before it is refused: nobody expects an old order to go out a day later. */
const WAIT_MS_MAX = 10 * 60 * 1000;

/** What is left: nothing, rows to go on with, or rows that wait for a price or a network. */
export type RowsLeft = "nothing" | "more" | "later";

/** The batch was cancelled, or another worker has made the row's payout, while this one was at it. */
class NotOrdered extends Error {
  override readonly name = "NotOrdered";
}

/**
 * Makes rows of an ordered batch into payouts, one after the other, by the very command of a single payout: every guard is asked again.
 * A row's payout is made and written down in one transaction, so that a row is paid once whoever else is at it and wherever one dies. A
 * refused row is written down with its reason, and the others go on.
 */
export async function orderRows(batchId: string, now: () => number = Date.now): Promise<RowsLeft> {
  const batch = await findBatchOfAny(batchId);
  if (batch?.status !== "ordered") return "nothing";
  const merchant = await getMerchant(batch.merchantId);
  const end = now() + WORK_MS_MAX;
  let isWaiting = false;
  let last = 0;
  while (now() < end) {
    const rows = await selectOpenRows(batchId, ROWS_READ, last);
    for (const row of rows) {
      if (now() >= end) return "more";
      const outcome = await orderRow(batch, merchant, row, now());
      if (outcome === "cancelled") return "nothing";
      isWaiting ||= outcome === "waits";
      last = row.number;
    }
    if (rows.length === 0) {
      if (isWaiting) return "later";
      await markDone(batchId);
      return "nothing";
    }
  }
  return "more";
}

type Outcome = "decided" | "waits" | "cancelled";

async function orderRow(batch: Batch, merchant: Merchant, row: ParsedRow, now: number): Promise<Outcome> {
  const order = readOrder(batch.id, row);
  if ("problems" in order) return await refuse(batch, row, order.problems);
  let isOurs = false;
  try {
    await createPayout(merchant, order.input, batch.createdById, async (tx, payoutId) => {
      isOurs = await claimRow(tx, batch.id, row.number, payoutId);
      if (!isOurs) throw new NotOrdered();
      await recordAudit(tx, {
        actorId: batch.createdById,
        merchantId: batch.merchantId,
        action: "payout.create",
        target: payoutId,
        detail: { batch: batch.id, row: row.number },
      });
    });
  } catch (error) {
    if (error instanceof NotOrdered) return await outcomeOfOther(batch);
    if (isPassing(error) && now < (batch.orderedAt?.getTime() ?? 0) + WAIT_MS_MAX) return "waits";
    return await refuse(batch, row, findingsOf(row.number, error, row.fields.network));
  }
  if (isOurs) return "decided";
  // A payout with this order id was there: this row's own from an attempt before, which is linked, or somebody else's.
  const reason = "A payout with this order id was made in between, and it is not of this file.";
  return await refuse(batch, row, [{ row: row.number, field: "order_id", reason }]);
}

async function outcomeOfOther({ id }: Batch): Promise<Outcome> {
  return (await findBatchOfAny(id))?.status === "ordered" ? "decided" : "cancelled";
}

/** Nothing is written over: a row that has its payout, or its reason, keeps it. */
async function refuse(batch: Batch, { number }: ParsedRow, findings: readonly BatchFinding[]): Promise<Outcome> {
  const words = findings.map(({ field, reason }) => (field === null ? reason : `${field}: ${reason}`));
  await refuseRow(batch.id, number, words.join(" "));
  return "decided";
}

function isPassing(error: unknown): boolean {
  return error instanceof AppError && error.code === "unavailable";
}
