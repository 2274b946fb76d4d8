import { LATE_DAYS_MAX } from "@/lib/cases/late-days";
import type { Tx } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import type { RenewalFacts } from "@/lib/invoices/renewal";
import { PAYMENTS_BLOCKED } from "@/lib/merchants/payments-blocked-repo";

/** What speaks for or against renewing an invoice at this moment; null for an unknown one, and for a top-up. */
export async function readRenewalFacts(tx: Tx, invoiceId: string): Promise<RenewalFacts | null> {
  const rows = await tx.$queryRaw<RenewalFacts[]>`
    SELECT i.status::text AS status,
      CASE WHEN i.recurrence_id IS NULL THEN m.payer_may_refresh ELSE EXISTS (
        SELECT 1 FROM recurrence_periods p JOIN recurrences r ON r.id = p.recurrence_id
        WHERE p.invoice_id = i.id AND p.state = 'due' AND r.status = 'active' AND p.grace_ends_at > now()) END AS "payerMayRefresh",
      ${Prisma.raw(PAYMENTS_BLOCKED)} AS "arePaymentsBlocked",
      i.expires_at < now() - make_interval(days => ${LATE_DAYS_MAX}::int) AS "isLongOver",
      COALESCE((
        SELECT e.kind = 'cancelled' FROM invoice_events e
        WHERE e.invoice_id = i.id AND e.kind IN ('cancelled', 'refreshed', 'renewed') ORDER BY e.id DESC LIMIT 1), false)
        AS "isCancelledByHand",
      EXISTS (
        SELECT 1 FROM deposits d LEFT JOIN cases k ON k.deposit_id = d.id AND k.status <> 'void'
        WHERE d.owner_kind = 'invoice' AND d.owner_id = i.id AND (d.status <> 'vanished' OR d.booked_inclusion IS NOT NULL)
          AND (k.id IS NULL OR k.status IN ('open', 'refunding'))) AS "hasArrived",
      (SELECT count(*)::int FROM quotes q WHERE q.invoice_id = i.id) AS "quoteCount",
      (SELECT count(*)::int FROM invoice_events e
        WHERE e.invoice_id = i.id AND e.kind = 'renewed' AND e.at > now() - interval '24 hours') AS "renewedLately"
    FROM invoices i JOIN merchants m ON m.id = i.merchant_id
    WHERE i.id = ${invoiceId}::uuid AND i.wallet_id IS NULL`;
  return rows[0] ?? null;
}
