import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import type { Tx } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { batchErrors, readOrder } from "@/lib/money-out/payout-batches/batch-order";
import { findingsOf, networkNameOf } from "@/lib/money-out/payout-batches/check-row";
import type { ParsedRow } from "@/lib/money-out/payout-batches/parse-batch-file";
import {
  type Batch,
  claimRow,
  findBatchOfAny,
  markDone,
  refuseRow,
  selectOpenRows,
} from "@/lib/money-out/payout-batches/repo";
import type { BatchFinding } from "@/lib/money-out/payout-batches/schema";
import { createPayout } from "@/lib/money-out/payouts/start-payout";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import type { Merchant } from "@/lib/people/merchants/merchant";
import { rolesWith } from "@/lib/people/merchants/role";

/** A job that runs longer is considered dead. */
const WORK_MS_MAX = 10_000;
const ROWS_READ = 50;
/**
 * How long a row waits for a price or a network before it is refused: nobody expects an old payout
 * to be sent a day later.
 */
const WAIT_MS_MAX = 10 * 60 * 1000;
/**
 * How long a submission is valid: a worker that resumes after a night must not pay what has been
 * paid by other means since.
 */
const ORDER_MS_MAX = 60 * 60 * 1000;
const PAYERS = rolesWith("payout.create");

/** What is left: nothing, rows to continue with, or rows that wait for a price or a network. */
export type RemainingRows = "nothing" | "more" | "later";

/** The batch was cancelled, or another worker created the row's payout, during this attempt. */
class NotSubmitted extends Error {
  override readonly name = "NotSubmitted";
}

/**
 * Creates the payouts of a submitted batch, row by row, with the same command as a single payout.
 * Each row passes every guard again, and the submission must still be valid: within an hour, and
 * while its submitter may pay out. A row's payout is created and linked in one transaction, so that
 * a row is paid once regardless of concurrent workers and crashes. A refused row records its
 * reason, and the other rows continue.
 */
export async function submitRows(batchId: string, now: () => number = Date.now): Promise<RemainingRows> {
  const batch = await findBatchOfAny(batchId);
  if (batch?.status !== "submitted") return "nothing";
  const merchant = await getMerchant(batch.merchantId);
  const end = now() + WORK_MS_MAX;
  let isWaiting = false;
  let last = 0;
  while (now() < end) {
    const rows = await selectOpenRows(batchId, ROWS_READ, last);
    for (const row of rows) {
      if (now() >= end) return "more";
      const outcome = await submitRow(batch, merchant, row, now());
      if (outcome === "cancelled") return "nothing";
      isWaiting ||= outcome === "waits";
      last = row.number;
    }
    if (rows.length === 0) return isWaiting ? "later" : await finish(batch);
  }
  return "more";
}

async function finish(batch: Batch): Promise<RemainingRows> {
  if (await markDone(batch.id)) return "nothing";
  return (await isSubmitted(batch)) ? "later" : "nothing";
}

type Outcome = "decided" | "waits" | "cancelled";

async function submitRow(batch: Batch, merchant: Merchant, row: ParsedRow, now: number): Promise<Outcome> {
  const order = readOrder(batch.id, row);
  if ("problems" in order) return await refuse(batch, row, order.problems);
  // A claim in a transaction that was rolled back does not count.
  let claimedId: string | null = null;
  let madeId: string;
  try {
    const made = await createPayout(merchant, order.input, batch.createdById, {
      together: batch.valueUsd,
      claim: async (tx, payoutId) => {
        await claim(tx, { batchId: batch.id, number: row.number, payoutId }, now);
        claimedId = payoutId;
        await auditCreated(tx, batch, { payoutId, number: row.number });
      },
    });
    madeId = made.id;
  } catch (error) {
    if (error instanceof NotSubmitted) return (await isSubmitted(batch)) ? "decided" : "cancelled";
    if (isPassing(error) && now < (batch.submittedAt?.getTime() ?? 0) + WAIT_MS_MAX) return "waits";
    return await refuse(batch, row, findingsOf(row.number, error, await networkNameOf(row.fields.network)));
  }
  if (madeId === claimedId) return "decided";
  // A payout with this order id already existed: this row's own from an earlier attempt, which is
  // linked, or an unrelated one.
  const reason = "Another payout with this order ID was created in the meantime.";
  return await refuse(batch, row, [{ row: row.number, field: "order_id", reason }]);
}

async function auditCreated(tx: Tx, batch: Batch, row: { payoutId: string; number: number }): Promise<void> {
  await recordAudit(tx, {
    actorId: batch.createdById,
    merchantId: batch.merchantId,
    action: "payout.create",
    target: row.payoutId,
    detail: { batch: batch.id, row: row.number },
  });
}

/** @throws NotSubmitted; AppError `refused` when the submission is no longer valid */
async function claim(tx: Tx, row: Parameters<typeof claimRow>[1], now: number): Promise<void> {
  const answer = await claimRow(tx, row, { payers: PAYERS, since: new Date(now - ORDER_MS_MAX) });
  if (answer === "over") throw new NotSubmitted();
  if (answer === "stale") throw batchErrors.stale();
  if (answer === "unauthorised") throw batchErrors.unauthorised();
}

async function isSubmitted({ id }: Batch): Promise<boolean> {
  return (await findBatchOfAny(id))?.status === "submitted";
}

/** Never overwrites: a row that has a payout or a reason keeps it. */
async function refuse(batch: Batch, { number }: ParsedRow, findings: readonly BatchFinding[]): Promise<Outcome> {
  const words = findings.map(({ field, reason }) => (field === null ? reason : `${field}: ${reason}`));
  await refuseRow(batch.id, number, words.join(" "));
  return "decided";
}

function isPassing(error: unknown): boolean {
  return error instanceof AppError && error.code === "unavailable";
}
