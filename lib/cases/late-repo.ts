import { database } from "@/lib/db";
import type { Prisma } from "@/lib/generated/prisma/client";
import { type Decimal, decimal } from "@/lib/money/decimal";

export type UnjudgedCase = {
  readonly id: string;
  readonly openedAt: Date;
  readonly merchantId: string;
  readonly invoiceId: string;
  /** A confirmed wish for money of its invoice waits for a decision. */
  readonly isAskedBack: boolean;
  readonly currencyCode: string;
  readonly invoiceCurrency: string;
  /** Whose prices the invoice asked for; null: the gateway's own. */
  readonly courseSource: string | null;
  readonly driftPercentMax: number;
  /** Of the quote at whose rate it would count. */
  readonly quoteRate: Decimal;
  /** When its invoice was over. */
  readonly expiresAt: Date;
  /** When it reached its chain, or was seen. */
  readonly cameAt: Date;
};

/** Where one batch ended and the next begins. */
export type CasePlace = Pick<UnjudgedCase, "openedAt" | "id">;

/**
 * Open late cases of merchants that accept late payments, which nobody has looked at: oldest first, those behind `after`. The quote is
 * the one that settling counts the deposit by (`quoteOf`): the newest of its coin that was there when it was seen.
 */
export async function listUnjudgedLateCases(limit: number, after: CasePlace | null = null): Promise<UnjudgedCase[]> {
  const rows = await database().$queryRaw<(Omit<UnjudgedCase, "quoteRate"> & { quoteRate: Prisma.Decimal })[]>`
    SELECT k.id, k.opened_at AS "openedAt", k.merchant_id AS "merchantId", i.id AS "invoiceId", k.currency_code AS "currencyCode",
      i.currency_code AS "invoiceCurrency", i.course_source AS "courseSource", m.late_drift_percent AS "driftPercentMax",
      EXISTS (SELECT FROM refund_requests r WHERE r.invoice_id = i.id AND r.status = 'confirmed') AS "isAskedBack",
      q.rate AS "quoteRate", i.expires_at AS "expiresAt", COALESCE(d.block_time, d.seen_at) AS "cameAt"
    FROM cases k JOIN merchants m ON m.id = k.merchant_id JOIN invoices i ON i.id = k.invoice_id
      JOIN deposits d ON d.id = k.deposit_id
      JOIN LATERAL (
        SELECT rate FROM quotes WHERE invoice_id = i.id AND currency_code = k.currency_code AND network_code = k.network_code
        ORDER BY created_at <= d.seen_at DESC, CASE WHEN created_at <= d.seen_at THEN -number ELSE number END LIMIT 1) q ON true
    WHERE k.status = 'open' AND k.kind = 'late' AND k.resolution IS NULL AND m.late_policy = 'accept'
      AND i.status IN ('cancel', 'wrong_amount')
      AND (${after === null} OR (k.opened_at, k.id) > (${after?.openedAt ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    ORDER BY k.opened_at, k.id LIMIT ${limit}`;
  return rows.map((row) => ({ ...row, quoteRate: decimal(row.quoteRate) }));
}

/** Writes on an open case why it was not credited by itself. */
export async function noteHeld(id: string, reason: string): Promise<void> {
  await database().case.updateMany({ where: { id, status: "open", resolution: null }, data: { resolution: reason } });
}
