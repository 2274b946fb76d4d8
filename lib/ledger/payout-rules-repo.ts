import { Prisma } from "@/lib/generated/prisma/client";
import type { AuditRule } from "@/lib/ledger/audit-repo";

/** Rules about payouts and what they were converted from. */
export const PAYOUT_RULES: readonly AuditRule[] = [
  {
    title:
      "Every payout was reserved once, and settled or returned once as its status says, with the amounts of its row",
    scope: Prisma.sql`SELECT count(*) AS count FROM payouts`,
    // A return may come out of the treasury's shortfall, and never changes what the merchant gets back: all, or what the conversion's row says.
    violations: Prisma.sql`
      WITH moved AS (
        SELECT e.reference, e.kind AS entry, a.kind AS place, a.owner_id AS owner, p.currency_code AS currency, p.amount
        FROM journal_entries e JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id
        WHERE e.kind IN ('payout.reserve', 'payout.settle', 'payout.return')),
      sums AS (
        SELECT reference,
          bool_or(entry = 'payout.reserve') AS was_reserved, bool_or(entry = 'payout.settle') AS was_settled,
          bool_or(entry = 'payout.return') AS was_returned,
          sum(amount) FILTER (WHERE entry = 'payout.reserve' AND place = 'merchant') AS debited,
          sum(-amount) FILTER (WHERE entry = 'payout.reserve' AND place = 'reserved') AS kept,
          sum(-amount) FILTER (WHERE entry = 'payout.settle' AND place = 'in-flight') AS sent,
          sum(-amount) FILTER (WHERE entry = 'payout.settle' AND place = 'fees-earned') AS earned,
          sum(-amount) FILTER (WHERE entry = 'payout.return' AND place = 'merchant') AS given_back,
          sum(amount) FILTER (WHERE entry <> 'payout.reserve' AND place = 'reserved') AS released
        FROM moved GROUP BY 1)
      SELECT 'payout ' || coalesce(o.id::text, s.reference) || ' (' || coalesce(o.status::text, 'unknown') || ')' AS violation
      FROM payouts o FULL JOIN sums s ON s.reference = o.id::text
        LEFT JOIN conversions c ON c.cause = 'payout' AND c.reference = o.id::text
      WHERE o.id IS NULL OR s.reference IS NULL
        OR NOT s.was_reserved OR s.debited IS DISTINCT FROM o.debited_amount OR s.kept IS DISTINCT FROM o.sent_amount + o.commission
        OR s.was_settled <> (o.status = 'paid') OR s.was_returned <> (o.status IN ('fail', 'cancel', 'system_fail'))
        OR (s.was_settled AND (s.sent IS DISTINCT FROM o.sent_amount OR coalesce(s.earned, 0) <> o.commission
          OR s.released IS DISTINCT FROM s.kept))
        OR (s.was_returned AND (s.given_back IS DISTINCT FROM coalesce(c.returned_amount, o.debited_amount) OR s.released IS DISTINCT FROM s.kept))
      UNION ALL
      SELECT 'payout ' || o.id || ' moved ' || m.place || ' ' || m.owner || ' ' || m.currency FROM moved m JOIN payouts o ON o.id::text = m.reference
      WHERE (m.place IN ('merchant', 'reserved') AND m.owner <> o.merchant_id::text)
        OR (m.place = 'merchant' AND m.currency <> o.from_code) OR (m.place = 'reserved' AND m.currency <> o.payer_code)
        OR (m.place = 'in-flight' AND (m.owner <> o.network_code OR m.currency <> o.payer_code))`,
  },
  {
    title:
      "Every payout from another balance was converted once, with the amounts of its row, and back where it was returned",
    scope: Prisma.sql`SELECT count(*) AS count FROM conversions WHERE cause = 'payout'`,
    violations: Prisma.sql`
      WITH gains AS (
        SELECT e.reference, p.currency_code AS currency, coalesce(sum(-p.amount) FILTER (WHERE e.kind = 'payout.reserve'), 0) AS fee,
          coalesce(sum(p.amount) FILTER (WHERE e.kind = 'payout.return'), 0) AS given_back
        FROM journal_entries e JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id AND a.kind = 'conversion-gains'
        WHERE e.kind IN ('payout.reserve', 'payout.return') GROUP BY 1, 2)
      SELECT 'conversion of payout ' || coalesce(o.id::text, c.reference) AS violation
      FROM (SELECT * FROM payouts WHERE from_code <> payer_code) o
        FULL JOIN (SELECT * FROM conversions WHERE cause = 'payout') c ON c.reference = o.id::text
        LEFT JOIN gains g ON g.reference = c.reference AND g.currency = c.to_code
        LEFT JOIN gains l ON l.reference = c.reference AND l.currency = c.from_code
      WHERE o.id IS NULL OR c.id IS NULL OR c.merchant_id <> o.merchant_id OR c.from_code <> o.from_code OR c.to_code <> o.payer_code
        OR c.from_amount <> o.debited_amount OR c.to_amount <> o.sent_amount + o.commission OR coalesce(g.fee, 0) <> c.fee
        OR (c.reversed_at IS NOT NULL) <> (o.status IN ('fail', 'cancel', 'system_fail'))
        OR coalesce(g.given_back, 0) <> CASE WHEN c.reversed_at IS NULL THEN 0 ELSE c.fee END
        OR c.returned_amount < 0 OR c.returned_amount >= c.from_amount OR (c.returned_amount IS NOT NULL AND c.reversed_at IS NULL)
        OR coalesce(-l.given_back, 0) NOT BETWEEN 0 AND c.from_amount - coalesce(c.returned_amount, c.from_amount)`,
  },
  {
    title: "Every payout that waits for nobody's decision has its send, with its amount and address, in the same state",
    scope: Prisma.sql`SELECT count(*) AS count FROM sends WHERE purpose = 'payout'`,
    violations: Prisma.sql`
      SELECT 'payout ' || coalesce(o.id, s.purpose_id) || ' (' || coalesce(o.status::text, 'unknown') || ') and its send ('
        || coalesce(s.status::text, 'none') || ')' AS violation
      FROM payouts o FULL JOIN (SELECT * FROM sends WHERE purpose = 'payout') s ON s.purpose_id = o.id
      WHERE o.id IS NULL
        OR (s.id IS NULL AND o.status IN ('process', 'paid'))
        OR (s.id IS NOT NULL AND (s.amount <> o.sent_amount OR s.currency_code <> o.payer_code OR s.network_code <> o.network_code
          OR s.to_address <> o.address OR s.memo IS DISTINCT FROM o.memo
          OR (s.status = 'confirmed') <> (o.status = 'paid')
          OR (s.status IN ('failed', 'cancelled')) <> (o.status IN ('fail', 'cancel', 'system_fail'))
          OR (s.status = 'sending' AND o.status <> 'process')))`,
  },
];
