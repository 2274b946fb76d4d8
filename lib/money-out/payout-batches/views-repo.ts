import { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import type { ListPosition } from "@/lib/kernel/paging/cursor";
import { UNSIGNED } from "@/lib/money-out/payout-batches/repo";
import type { BatchRowGroup, BatchStatus } from "@/lib/money-out/payout-batches/schema";
import type { PayoutStatus } from "@/lib/money-out/payouts/status";

export type BatchSummaryRow = {
  readonly id: string;
  readonly fileName: string;
  readonly status: BatchStatus;
  readonly createdById: string;
  readonly uploadedBy: string | null;
  readonly createdAt: Date;
  readonly submittedAt: Date | null;
  readonly rows: number;
  readonly open: number;
  readonly refused: number;
  readonly check: number;
  readonly process: number;
  readonly paid: number;
  readonly failed: number;
  readonly cancelled: number;
};

/** Selects a merchant's batches, newest first; with `id` only that one. */
export function selectBatches(
  merchantId: string,
  { id, before, limit }: { readonly id?: string; readonly before?: ListPosition | null; readonly limit: number },
): Promise<BatchSummaryRow[]> {
  const one = id === undefined ? Prisma.empty : Prisma.sql`AND b.id = ${id}::uuid`;
  const older = before ? Prisma.sql`AND (b.created_at, b.id) < (${before.at}, ${before.id}::uuid)` : Prisma.empty;
  return database().$queryRaw<BatchSummaryRow[]>`
    SELECT b.id, b.file_name AS "fileName", b.status, b.created_by_id AS "createdById", u.name AS "uploadedBy",
      b.created_at AS "createdAt", b.submitted_at AS "submittedAt", c.*
    FROM (SELECT * FROM payout_batches b WHERE b.merchant_id = ${merchantId}::uuid ${one} ${older}
          ORDER BY b.created_at DESC, b.id DESC LIMIT ${limit}) b
      LEFT JOIN users u ON u.id = b.created_by_id
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS rows,
          (count(*) FILTER (WHERE r.payout_id IS NULL AND r.refusal IS NULL))::int AS open,
          (count(*) FILTER (WHERE r.refusal IS NOT NULL))::int AS refused,
          (count(*) FILTER (WHERE p.status = 'check'))::int AS "check",
          (count(*) FILTER (WHERE p.status = 'process'))::int AS process,
          (count(*) FILTER (WHERE p.status = 'paid'))::int AS paid,
          (count(*) FILTER (WHERE p.status IN ('fail', 'system_fail')))::int AS failed,
          (count(*) FILTER (WHERE p.status = 'cancel'))::int AS cancelled
        FROM payout_batch_rows r LEFT JOIN payouts p ON p.id = r.payout_id WHERE r.batch_id = b.id) c
    ORDER BY b.created_at DESC, b.id DESC`;
}

export type BatchItemRow = {
  readonly number: number;
  readonly input: unknown;
  readonly refusal: string | null;
  readonly payoutId: string | null;
  readonly status: PayoutStatus | null;
  readonly orderId: string | null;
  readonly sentAmount: Prisma.Decimal | null;
  readonly payerCode: string | null;
  readonly networkCode: string | null;
  readonly commission: Prisma.Decimal | null;
  readonly debitedAmount: Prisma.Decimal | null;
  readonly fromCode: string | null;
  readonly transactionId: string | null;
  readonly failure: string | null;
};

const OF_GROUP: Readonly<Record<BatchRowGroup, Prisma.Sql>> = {
  trouble: Prisma.sql`AND (r.refusal IS NOT NULL OR p.status IN ('fail', 'system_fail', 'cancel'))`,
  waiting: Prisma.sql`AND (p.status = 'check' OR (r.payout_id IS NULL AND r.refusal IS NULL))`,
  moving: Prisma.sql`AND p.status = 'process'`,
  paid: Prisma.sql`AND p.status = 'paid'`,
};

/**
 * Selects rows of a merchant's own batch with their outcomes, in the file's order, after a given
 * number.
 */
export function selectItems(
  merchantId: string,
  batchId: string,
  { group, after, limit }: { readonly group: BatchRowGroup | null; readonly after: number; readonly limit: number },
): Promise<BatchItemRow[]> {
  const only = group === null ? Prisma.empty : OF_GROUP[group];
  return database().$queryRaw<BatchItemRow[]>`
    SELECT r.number, r.input, r.refusal, r.payout_id AS "payoutId", p.status, p.order_id AS "orderId",
      p.sent_amount AS "sentAmount", p.payer_code AS "payerCode", p.network_code AS "networkCode", p.commission,
      p.debited_amount AS "debitedAmount", p.from_code AS "fromCode", p.transaction_id AS "transactionId", p.failure
    FROM payout_batches b JOIN payout_batch_rows r ON r.batch_id = b.id LEFT JOIN payouts p ON p.id = r.payout_id
    WHERE b.id = ${batchId}::uuid AND b.merchant_id = ${merchantId}::uuid AND r.number > ${after} ${only}
    ORDER BY r.number LIMIT ${limit}`;
}

/** Returns what was debited for a batch's payouts so far, and what was returned, by balance. */
export function selectDebits(
  batchId: string,
): Promise<{ currency: string; amount: Prisma.Decimal; returned: Prisma.Decimal }[]> {
  return database().$queryRaw`
    SELECT p.from_code AS currency, sum(p.debited_amount) AS amount,
      coalesce(sum(p.debited_amount) FILTER (WHERE p.status IN ('fail', 'system_fail', 'cancel')), 0) AS returned
    FROM payout_batch_rows r JOIN payouts p ON p.id = r.payout_id
    WHERE r.batch_id = ${batchId}::uuid GROUP BY p.from_code ORDER BY p.from_code`;
}

/** Counts a batch's payouts that could be cancelled. */
export async function countUnsigned(batchId: string): Promise<number> {
  const [row] = await database().$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM payout_batch_rows r JOIN payouts p ON p.id = r.payout_id
      LEFT JOIN sends s ON s.purpose = 'payout' AND s.purpose_id = p.id
    WHERE r.batch_id = ${batchId}::uuid AND ${UNSIGNED}`;
  return row.count;
}
