import { Prisma } from "@/lib/generated/prisma/client";
import type { AuditRule } from "@/lib/ledger/audit-repo";

/** Rules about invoices that were paid out of a personal wallet. */
export const INTERNAL_PAYMENT_RULES: readonly AuditRule[] = [
  {
    title:
      "Every payment out of a personal wallet was posted once, with the amounts of its row, from its payer to its merchant",
    scope: Prisma.sql`SELECT count(*) AS count FROM internal_payments`,
    violations: Prisma.sql`
      WITH entries AS (
        SELECT split_part(e.reference, ':', 1) AS payment_id, count(DISTINCT e.id) AS posted,
          sum(p.amount) FILTER (WHERE a.kind = 'user') AS taken, min(a.owner_id) FILTER (WHERE a.kind = 'user') AS payer,
          coalesce(sum(-p.amount) FILTER (WHERE a.kind = 'merchant'), 0) AS given, min(a.owner_id) FILTER (WHERE a.kind = 'merchant') AS merchant,
          coalesce(sum(-p.amount) FILTER (WHERE a.kind = 'fees-earned'), 0) AS kept, min(p.currency_code) AS currency
        FROM journal_entries e JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id
        WHERE e.kind = 'invoice.credit-internal' GROUP BY 1)
      SELECT 'internal payment ' || coalesce(n.id::text, e.payment_id) AS violation
      FROM internal_payments n FULL JOIN entries e ON e.payment_id = n.id::text LEFT JOIN invoices i ON i.id = n.invoice_id
      WHERE n.id IS NULL OR coalesce(e.posted, 0) <> 1 OR e.currency <> n.currency_code OR e.payer IS DISTINCT FROM n.user_id::text
        OR e.taken IS DISTINCT FROM n.amount OR e.kept <> n.commission OR e.given <> n.amount - n.commission
        OR coalesce(e.merchant, i.merchant_id::text) IS DISTINCT FROM i.merchant_id::text`,
  },
  {
    title:
      "Every invoice that a personal wallet has paid counts that payment, in the coin of its quote, and nobody takes it for unpaid",
    scope: Prisma.sql`SELECT count(*) AS count FROM internal_payments`,
    violations: Prisma.sql`
      SELECT 'invoice ' || i.id || ' (' || i.status::text || ') with internal payment ' || n.id AS violation
      FROM internal_payments n JOIN invoices i ON i.id = n.invoice_id LEFT JOIN quotes q ON q.id = n.quote_id AND q.invoice_id = i.id
      WHERE i.status IN ('check', 'cancel', 'fail') OR i.wallet_id IS NOT NULL OR q.id IS NULL
        OR q.currency_code <> n.currency_code OR n.amount > q.payer_amount
        OR (i.current_quote_id = q.id AND (i.paid_amount < n.amount OR coalesce(i.credited_amount, 0) < n.amount - n.commission))`,
  },
];
