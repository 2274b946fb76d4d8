import { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { OPEN_OUTFLOW } from "@/lib/ledger/open-statuses";
import type { ParsedRow } from "@/lib/money-out/payout-batches/parse-batch-file";
import { type BatchStatus, batchFields } from "@/lib/money-out/payout-batches/schema";
import type { MemberRole } from "@/lib/people/merchants/role";

export type Batch = {
  readonly id: string;
  readonly merchantId: string;
  readonly createdById: string;
  readonly fileName: string;
  readonly fileHash: Uint8Array;
  readonly status: BatchStatus;
  readonly createdAt: Date;
  readonly submittedAt: Date | null;
  /** Total of all rows when it was submitted, in US dollars; null: unknown, or not submitted. */
  readonly valueUsd: Decimal | null;
};

export type NewBatch = Pick<Batch, "id" | "merchantId" | "createdById" | "fileName" | "fileHash">;

export async function insertBatch(tx: Tx, batch: NewBatch, rows: readonly ParsedRow[]): Promise<void> {
  await tx.payoutBatch.create({ data: { ...batch, fileHash: new Uint8Array(batch.fileHash) }, select: { id: true } });
  await tx.payoutBatchRow.createMany({
    data: rows.map(({ number, fields }) => ({ batchId: batch.id, number, input: { ...fields } })),
  });
}

/** Returns a merchant's own batch; null also for another merchant's. */
export async function findBatch(merchantId: string, id: string, tx: Tx = database()): Promise<Batch | null> {
  return toBatch(await tx.payoutBatch.findFirst({ where: { id, merchantId } }));
}

/** For the worker, which processes every merchant's batches. */
export async function findBatchOfAny(id: string): Promise<Batch | null> {
  return toBatch(await database().payoutBatch.findFirst({ where: { id } }));
}

function toBatch(row: Prisma.PayoutBatchGetPayload<object> | null): Batch | null {
  return row && { ...row, valueUsd: row.valueUsd && decimal(row.valueUsd) };
}

/** Returns the batch with its row locked until the transaction ends. */
export async function lockBatch(tx: Tx, merchantId: string, id: string): Promise<Batch | null> {
  await tx.$queryRaw`SELECT 1 FROM payout_batches WHERE id = ${id}::uuid AND merchant_id = ${merchantId}::uuid FOR UPDATE`;
  return await findBatch(merchantId, id, tx);
}

/** Serializes confirmations of files with the same content until the transaction ends. */
export async function lockFile(
  tx: Tx,
  { merchantId, fileHash }: Pick<Batch, "merchantId" | "fileHash">,
): Promise<void> {
  const key = `payout-batch:${merchantId}:${Buffer.from(fileHash).toString("hex")}`;
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
}

export async function setBatchStatus(
  tx: Tx,
  id: string,
  status: BatchStatus,
  order: { readonly submittedAt: Date; readonly valueUsd: Decimal | null } | null = null,
): Promise<void> {
  const changes = order && { submittedAt: order.submittedAt, valueUsd: order.valueUsd?.toFixed() ?? null };
  await tx.payoutBatch.update({ where: { id }, data: { status, ...changes }, select: { id: true } });
}

/**
 * Ends a batch whose rows are all decided; a cancelled batch stays cancelled.
 * @returns false when nothing was ended: a row is still open, or the batch is no longer submitted
 */
export async function markDone(id: string): Promise<boolean> {
  const { count } = await database().payoutBatch.updateMany({
    where: { id, status: "submitted", rows: { none: { payoutId: null, refusal: null } } },
    data: { status: "done" },
  });
  return count === 1;
}

/** Returns the newest submitted batch of the same file, other than this one. */
export async function findSubmittedDuplicate(
  { id, merchantId, fileHash }: Pick<Batch, "id" | "merchantId" | "fileHash">,
  tx: Tx = database(),
): Promise<Batch | null> {
  const duplicate = await tx.payoutBatch.findFirst({
    where: { merchantId, fileHash: new Uint8Array(fileHash), id: { not: id }, submittedAt: { not: null } },
    orderBy: { submittedAt: "desc" },
  });
  return toBatch(duplicate);
}

export async function selectRows(batchId: string): Promise<ParsedRow[]> {
  const rows = await database().payoutBatchRow.findMany({ where: { batchId }, orderBy: { number: "asc" } });
  return rows.map(({ number, input }) => ({ number, fields: batchFields.parse(input) }));
}

/** Selects rows without a payout or a refusal, in the file's order. */
export async function selectOpenRows(batchId: string, limit: number, afterNumber = 0): Promise<ParsedRow[]> {
  const rows = await database().payoutBatchRow.findMany({
    where: { batchId, payoutId: null, refusal: null, number: { gt: afterNumber } },
    orderBy: { number: "asc" },
    take: limit,
  });
  return rows.map(({ number, input }) => ({ number, fields: batchFields.parse(input) }));
}

/**
 * Why a row gets no payout: it is decided or its batch is not submitted, the submission is too old,
 * or its submitter may no longer pay out.
 */
export type RowClaim = "claimed" | "over" | "stale" | "unauthorised";

/**
 * Links the payout to its row, in the transaction that creates the payout, while the submission is
 * recent and its submitter may pay out.
 */
export async function claimRow(
  tx: Tx,
  { batchId, number, payoutId }: { readonly batchId: string; readonly number: number; readonly payoutId: string },
  { payers, since }: { readonly payers: readonly MemberRole[]; readonly since: Date },
): Promise<RowClaim> {
  // A shared lock: a cancellation waits for it, other rows do not.
  const [order] = await tx.$queryRaw<{ isFresh: boolean; isAuthorised: boolean }[]>`
    SELECT b.submitted_at > ${since} AS "isFresh",
      EXISTS (
        SELECT FROM merchant_members mm JOIN users u ON u.id = mm.user_id
        WHERE mm.merchant_id = b.merchant_id AND mm.user_id = b.created_by_id
          AND mm.role::text = ANY(${[...payers]}::text[]) AND NOT u.is_blocked) AS "isAuthorised"
    FROM payout_batches b WHERE b.id = ${batchId}::uuid AND b.status = 'submitted' FOR SHARE OF b`;
  if (order === undefined) return "over";
  if (!order.isFresh) return "stale";
  if (!order.isAuthorised) return "unauthorised";
  const { count } = await tx.payoutBatchRow.updateMany({
    where: { batchId, number, payoutId: null, refusal: null },
    data: { payoutId },
  });
  return count === 1 ? "claimed" : "over";
}

export async function refuseRow(batchId: string, number: number, refusal: string): Promise<void> {
  await database().payoutBatchRow.updateMany({
    where: { batchId, number, payoutId: null, refusal: null },
    data: { refusal },
  });
}

/** Records the reason on every row without a payout or a refusal. */
export async function refuseOpenRows(tx: Tx, batchId: string, refusal: string): Promise<void> {
  await tx.payoutBatchRow.updateMany({ where: { batchId, payoutId: null, refusal: null }, data: { refusal } });
}

/** Returns which of the order ids a payout of the merchant already has. */
export async function selectTakenOrderIds(
  merchantId: string,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database().$queryRaw<{ orderId: string }[]>`
    SELECT order_id AS "orderId" FROM payouts
    WHERE merchant_id = ${merchantId}::uuid AND order_id = ANY(${[...orderIds]}::text[])`;
  return new Set(rows.map(({ orderId }) => orderId));
}

/** Selects the payouts of a batch that can still be cancelled, because no transaction is signed. */
export async function selectUnsigned(
  batchId: string,
  limit: number,
  after: number,
): Promise<{ payoutId: string; number: number }[]> {
  return await database().$queryRaw<{ payoutId: string; number: number }[]>`
    SELECT r.payout_id AS "payoutId", r.number FROM payout_batch_rows r JOIN payouts p ON p.id = r.payout_id
      LEFT JOIN sends s ON s.purpose = 'payout' AND s.purpose_id = p.id
    WHERE r.batch_id = ${batchId}::uuid AND r.number > ${after} AND ${UNSIGNED}
    ORDER BY r.number LIMIT ${limit}`;
}

/** Condition on `payouts p` with its `sends s`. */
export const UNSIGNED = Prisma.sql`p.status IN ${OPEN_OUTFLOW} AND (s.status IS NULL OR s.status = 'queued')`;

/** Selects reviews of a batch's payouts that wait for a second person. */
export async function selectOpenApprovals(batchId: string): Promise<string[]> {
  const rows = await database().$queryRaw<{ id: string }[]>`
    SELECT v.id FROM payout_batch_rows r JOIN reviews v ON v.kind = 'payout' AND v.subject_id = r.payout_id
      JOIN payouts p ON p.id = r.payout_id
    WHERE r.batch_id = ${batchId}::uuid AND v.reason = 'approval' AND v.decision IS NULL AND p.status = 'check'
    ORDER BY r.number`;
  return rows.map(({ id }) => id);
}
