import { Prisma } from "@/lib/generated/prisma/client";
import type { AuditRule } from "@/lib/ledger/audit-rule-repo";

/** Rules about credits and their consequences: conversions and referral shares. */
export const CREDIT_RULES: readonly AuditRule[] = [
  {
    title: "No booked deposit of a final invoice is still waiting to be credited",
    scope: Prisma.sql`SELECT count(*) AS count FROM invoices WHERE status NOT IN ('check', 'process', 'locked') AND wallet_id IS NULL`,
    violations: Prisma.sql`
      SELECT 'deposit ' || d.id || ' of invoice ' || i.id || ' (' || i.status::text || ')' AS violation
      FROM deposits d JOIN invoices i ON i.id = d.owner_id AND d.owner_kind = 'invoice'
      WHERE d.status = 'confirmed' AND i.status NOT IN ('check', 'process', 'locked')
        AND NOT EXISTS (SELECT FROM invoice_credits c WHERE c.deposit_id = d.id AND c.reversed_at IS NULL)
        AND NOT EXISTS (SELECT FROM cases k WHERE k.deposit_id = d.id AND k.status <> 'void' AND NOT (k.kind IN ('late', 'locked') AND k.status = 'credited'))`,
  },
  {
    title: "Every conversion of a credit was posted once, with the amounts in its row, and reversed if the row says so",
    recent: ["conversions"],
    scope: Prisma.sql`SELECT count(*) AS count FROM conversions WHERE cause = 'auto'`,
    violations: Prisma.sql`
      WITH entries AS (
        SELECT e.reference, count(DISTINCT e.id) FILTER (WHERE e.kind = 'conversion.auto') AS posted,
          count(DISTINCT e.id) FILTER (WHERE e.kind = 'conversion.auto-reverse') AS undone,
          sum(p.amount) FILTER (WHERE e.kind = 'conversion.auto' AND a.kind = 'merchant' AND p.amount > 0) AS from_amount,
          sum(-p.amount) FILTER (WHERE e.kind = 'conversion.auto' AND a.kind = 'merchant' AND p.amount < 0) AS to_amount,
          sum(-p.amount) FILTER (WHERE e.kind = 'conversion.auto' AND a.kind = 'conversion-gains') AS fee,
          sum(-p.amount) FILTER (WHERE e.kind = 'conversion.auto-reverse' AND a.kind = 'merchant' AND p.amount < 0) AS returned,
          sum(-p.amount) FILTER (WHERE e.kind = 'conversion.auto-reverse' AND a.kind = 'treasury' AND p.amount < 0) AS refilled
        FROM journal_entries e JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id
        WHERE e.kind IN ('conversion.auto', 'conversion.auto-reverse') GROUP BY 1)
      SELECT 'conversion ' || coalesce(c.reference, e.reference) AS violation
      FROM (SELECT * FROM conversions WHERE cause = 'auto') c FULL JOIN entries e ON e.reference = c.reference
      WHERE c.id IS NULL OR coalesce(e.posted, 0) <> 1 OR e.from_amount <> c.from_amount OR e.to_amount <> c.to_amount
        OR coalesce(e.fee, 0) <> c.fee OR e.undone <> CASE WHEN c.reversed_at IS NULL THEN 0 ELSE 1 END
        OR (c.reversed_at IS NOT NULL AND (e.returned IS DISTINCT FROM c.from_amount OR e.refilled IS DISTINCT FROM c.to_amount + c.fee))`,
  },
  {
    title: "Every referrer's share was posted once, with the amount in its row, and reversed if the row says so",
    recent: ["referral_credits"],
    scope: Prisma.sql`SELECT count(*) AS count FROM referral_credits`,
    violations: Prisma.sql`
      WITH entries AS (
        SELECT e.reference, sum(p.amount) FILTER (WHERE e.kind = 'referral.credit') AS shared,
          coalesce(sum(-p.amount) FILTER (WHERE e.kind = 'referral.credit-reverse'), 0) AS taken_back
        FROM journal_entries e JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id AND a.kind = 'fees-earned'
        WHERE e.kind IN ('referral.credit', 'referral.credit-reverse') GROUP BY 1)
      SELECT 'share of ' || coalesce(r.reference, e.reference) AS violation
      FROM referral_credits r FULL JOIN entries e ON e.reference = split_part(r.reference, ':', 2) || ':' || split_part(r.reference, ':', 3)
      WHERE r.reference IS NULL OR e.shared IS DISTINCT FROM r.amount
        OR e.taken_back <> CASE WHEN r.reversed_at IS NULL THEN 0 ELSE r.amount END`,
  },
  {
    title: "Every credit, conversion and referral share was posted to accounts of the owners in its row",
    recent: ["invoice_credits", "conversions", "referral_credits"],
    scope: Prisma.sql`SELECT (SELECT count(*) FROM invoice_credits) + (SELECT count(*) FROM conversions) + (SELECT count(*) FROM referral_credits) AS count`,
    violations: Prisma.sql`
      WITH moved AS (
        SELECT e.kind, e.reference, split_part(e.reference, ':', 1) AS named, split_part(e.reference, ':', 2) AS inclusion,
          a.owner_id AS owner, a.kind AS place, p.currency_code AS currency
        FROM journal_entries e JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id
        WHERE a.kind IN ('merchant', 'receivable', 'invoice-pending', 'user', 'user-receivable')),
      wrong AS (
        SELECT m.* FROM moved m JOIN invoice_credits c ON c.deposit_id::text = m.named AND c.inclusion::text = m.inclusion
          JOIN invoices i ON i.id = c.invoice_id
        WHERE m.kind IN ('invoice.credit', 'invoice.credit-reverse', 'wallet.fee', 'wallet.fee-reverse') AND m.owner <> i.merchant_id::text
        UNION ALL
        SELECT m.* FROM moved m JOIN cases k ON k.id::text = m.named
        WHERE m.kind IN ('case.credit', 'case.credit-reverse') AND m.owner <> k.merchant_id::text
        UNION ALL
        SELECT m.* FROM moved m JOIN conversions c ON c.cause = 'auto' AND c.reference = m.reference
        WHERE m.kind IN ('conversion.auto', 'conversion.auto-reverse')
          AND (m.owner <> c.merchant_id::text OR m.currency NOT IN (c.from_code, c.to_code))
        UNION ALL
        SELECT m.* FROM moved m
          JOIN referral_credits r ON m.reference = split_part(r.reference, ':', 2) || ':' || split_part(r.reference, ':', 3)
        WHERE m.kind IN ('referral.credit', 'referral.credit-reverse')
          AND (m.owner <> r.referrer_id::text OR m.currency <> r.currency_code))
      SELECT kind || ' ' || reference || ' moved ' || place || ' ' || owner || ' ' || currency AS violation FROM wrong
      UNION ALL
      SELECT kind || ' ' || reference || ' is between two owners' FROM moved
      WHERE kind = 'receivable.repay' GROUP BY kind, reference HAVING count(DISTINCT owner) > 1`,
  },
];
