import { UNSIGNED_PAGE_SIZE, type UnsignedPageView, type UnsignedPayoutView } from "@/lib/fronts/admin/unsigned-schema";
import { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { type ListPosition, parseListCursor, toListCursor } from "@/lib/kernel/paging/cursor";
import { UNSIGNED } from "@/lib/money-out/payout-batches/repo";
import { type Catalog, loadCatalog } from "@/lib/pricing/catalog/queries";
import { WAIT_REASONS } from "@/lib/sending/sends/send";

const BATCHES_SHOWN = 20;

/**
 * Returns a merchant's requested outflows that can still be stopped: its batches, and one page of
 * its payouts.
 */
export async function listUnsigned(query: { readonly id: string; readonly cursor?: string | undefined }) {
  const before = query.cursor ? parseListCursor(query.cursor) : null;
  const [batches, rows, catalog] = await Promise.all([
    before === null ? selectUnsignedBatches(query.id, BATCHES_SHOWN) : [],
    selectUnsignedPayouts(query.id, before, UNSIGNED_PAGE_SIZE + 1),
    loadCatalog(),
  ]);
  const shown = rows.slice(0, UNSIGNED_PAGE_SIZE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    batches: batches.map(({ submittedAt, requestedBy, ...batch }) => ({
      ...batch,
      requestedBy: requestedBy ?? "somebody",
      submittedAt: submittedAt.toISOString(),
    })),
    items: shown.map((row) => toView(row, catalog)),
    nextCursor: last ? toListCursor({ at: last.createdAt, id: last.id }) : null,
  } satisfies UnsignedPageView;
}

function toView(row: UnsignedPayoutRow, catalog: Catalog): UnsignedPayoutView {
  const { isQueued, waitReason, networkCode, amount, createdAt, ...rest } = row;
  return {
    ...rest,
    amount: decimal(amount).toFixed(),
    networkName: catalog.network(networkCode)?.name ?? networkCode,
    waits: isQueued ? (WAIT_REASONS.find((reason) => reason === waitReason) ?? null) : "decision",
    createdAt: createdAt.toISOString(),
  };
}

type UnsignedPayoutRow = {
  readonly id: string;
  readonly orderId: string;
  readonly amount: Prisma.Decimal;
  readonly currency: string;
  readonly networkCode: string;
  readonly address: string;
  readonly isQueued: boolean;
  readonly waitReason: string | null;
  readonly fileName: string | null;
  readonly createdAt: Date;
};

const OF_UNSIGNED = Prisma.sql`payouts p LEFT JOIN sends s ON s.purpose = 'payout' AND s.purpose_id = p.id`;

/** Returns a merchant's unsigned payouts, newest first. */
function selectUnsignedPayouts(
  merchantId: string,
  before: ListPosition | null,
  limit: number,
): Promise<UnsignedPayoutRow[]> {
  const older = before ? Prisma.sql`AND (p.created_at, p.id) < (${before.at}, ${before.id}::uuid)` : Prisma.empty;
  return database().$queryRaw<UnsignedPayoutRow[]>`
    SELECT p.id, p.order_id AS "orderId", p.sent_amount AS amount, p.payer_code AS currency, p.network_code AS "networkCode", p.address,
      s.id IS NOT NULL AS "isQueued", s.wait_reason AS "waitReason", b.file_name AS "fileName", p.created_at AS "createdAt"
    FROM ${OF_UNSIGNED}
      LEFT JOIN payout_batch_rows r ON r.payout_id = p.id LEFT JOIN payout_batches b ON b.id = r.batch_id
    WHERE p.merchant_id = ${merchantId}::uuid AND ${UNSIGNED} ${older}
    ORDER BY p.created_at DESC, p.id DESC LIMIT ${limit}`;
}

type UnsignedBatchRow = {
  readonly id: string;
  readonly fileName: string;
  readonly requestedBy: string | null;
  readonly submittedAt: Date;
  readonly openRows: number;
  readonly unsignedPayouts: number;
};

/**
 * Returns a merchant's batches with rows that are no payouts yet, or with unsigned payouts; newest
 * first.
 */
function selectUnsignedBatches(merchantId: string, limit: number): Promise<UnsignedBatchRow[]> {
  return database().$queryRaw<UnsignedBatchRow[]>`
    SELECT b.id, b.file_name AS "fileName", u.name AS "requestedBy", b.submitted_at AS "submittedAt",
      (count(*) FILTER (WHERE r.payout_id IS NULL))::int AS "openRows",
      (count(*) FILTER (WHERE r.payout_id IS NOT NULL))::int AS "unsignedPayouts"
    FROM payout_batches b JOIN payout_batch_rows r ON r.batch_id = b.id LEFT JOIN users u ON u.id = b.created_by_id
    WHERE b.merchant_id = ${merchantId}::uuid AND b.status IN ('submitted', 'done') AND (
      (b.status = 'submitted' AND r.payout_id IS NULL AND r.refusal IS NULL)
      OR r.payout_id IN (SELECT p.id FROM ${OF_UNSIGNED} WHERE p.merchant_id = ${merchantId}::uuid AND ${UNSIGNED}))
    GROUP BY b.id, u.name ORDER BY b.submitted_at DESC, b.id DESC LIMIT ${limit}`;
}
