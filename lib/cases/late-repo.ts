import { database } from "@/lib/db";
import type { Prisma } from "@/lib/generated/prisma/client";
import { type Decimal, decimal } from "@/lib/money/decimal";

export type UnjudgedCase = {
  readonly id: string;
  readonly merchantId: string;
  readonly currencyCode: string;
  readonly invoiceCurrency: string;
  readonly driftPercentMax: number;
  /** Rate of the newest quote in the coin that came. */
  readonly quoteRate: Decimal;
};

/** Open late cases of merchants that accept late payments, which nobody has looked at. */
export async function listUnjudgedLateCases(limit: number): Promise<UnjudgedCase[]> {
  const rows = await database().$queryRaw<(Omit<UnjudgedCase, "quoteRate"> & { quoteRate: Prisma.Decimal })[]>`
    SELECT k.id, k.merchant_id AS "merchantId", k.currency_code AS "currencyCode", i.currency_code AS "invoiceCurrency",
      m.late_drift_percent AS "driftPercentMax", q.rate AS "quoteRate"
    FROM cases k JOIN merchants m ON m.id = k.merchant_id JOIN invoices i ON i.id = k.invoice_id
      JOIN LATERAL (
        SELECT rate FROM quotes WHERE invoice_id = i.id AND currency_code = k.currency_code AND network_code = k.network_code
        ORDER BY number DESC LIMIT 1) q ON true
    WHERE k.status = 'open' AND k.kind = 'late' AND k.resolution IS NULL AND m.late_policy = 'accept'
      AND i.status IN ('cancel', 'wrong_amount')
    ORDER BY k.opened_at LIMIT ${limit}`;
  return rows.map((row) => ({ ...row, quoteRate: decimal(row.quoteRate) }));
}

/** Writes on an open case why it was not credited by itself. */
export async function noteHeld(id: string, reason: string): Promise<void> {
  await database().case.updateMany({ where: { id, status: "open" }, data: { resolution: reason } });
}
