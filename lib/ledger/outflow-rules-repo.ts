import { Prisma } from "@/lib/generated/prisma/client";
import type { AuditRule } from "@/lib/ledger/audit-rule-repo";
import { OPEN_OUTFLOW } from "@/lib/ledger/open-statuses";

/** Rules about refunds, the payments they refund, and what they were converted from. */
export const REFUND_RULES: readonly AuditRule[] = [
  {
    title: "Every refund was reserved once, and settled or returned once according to its status, with its amounts",
    recent: ["refunds"],
    scope: Prisma.sql`SELECT count(*) AS count FROM refunds`,
    // The return of a refund whose deposit left its chain meanwhile repays the debt for it: held,
    // wallet and receivable count as one here.
    violations: Prisma.sql`
      WITH moved AS (
        SELECT e.reference, e.kind AS entry, a.kind AS place, a.owner_id AS owner, p.currency_code AS currency, p.amount
        FROM journal_entries e JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id
        WHERE e.kind IN ('refund.reserve', 'refund.settle', 'refund.return')),
      sums AS (
        SELECT reference,
          bool_or(entry = 'refund.reserve') AS was_reserved, bool_or(entry = 'refund.settle') AS was_settled,
          bool_or(entry = 'refund.return') AS was_returned,
          sum(amount) FILTER (WHERE entry = 'refund.reserve' AND place = 'merchant') AS debited,
          sum(amount) FILTER (WHERE entry = 'refund.reserve' AND place = 'held') AS taken,
          sum(-amount) FILTER (WHERE entry = 'refund.reserve' AND place = 'reserved') AS kept,
          sum(-amount) FILTER (WHERE entry = 'refund.settle' AND place = 'in-flight') AS sent,
          sum(-amount) FILTER (WHERE entry = 'refund.settle' AND place = 'fees-earned') AS earned,
          sum(-amount) FILTER (WHERE entry = 'refund.return' AND place IN ('merchant', 'held', 'receivable')) AS given_back,
          sum(amount) FILTER (WHERE entry <> 'refund.reserve' AND place = 'reserved') AS released
        FROM moved GROUP BY 1)
      SELECT 'refund ' || coalesce(r.id::text, s.reference) || ' (' || coalesce(r.status::text, 'unknown') || ')' AS violation
      FROM refunds r FULL JOIN sums s ON s.reference = r.id::text
        LEFT JOIN conversions c ON c.cause = 'refund' AND c.reference = r.id::text
      WHERE r.id IS NULL OR s.reference IS NULL OR NOT s.was_reserved
        OR coalesce(CASE WHEN r.kind = 'payment' THEN s.debited ELSE s.taken END, 0) <> r.debited_amount
        OR s.kept IS DISTINCT FROM r.sent_amount + r.commission
        OR s.was_settled <> (r.status = 'paid') OR s.was_returned <> (r.status = 'fail')
        OR ((s.was_settled OR s.was_returned) AND s.released IS DISTINCT FROM s.kept)
        OR (s.was_settled AND (s.sent IS DISTINCT FROM r.sent_amount OR coalesce(s.earned, 0) <> r.commission))
        OR (s.was_returned AND s.given_back IS DISTINCT FROM coalesce(c.returned_amount, r.debited_amount))
      UNION ALL
      SELECT 'refund ' || r.id || ' moved ' || m.place || ' ' || m.owner || ' ' || m.currency
      FROM moved m JOIN refunds r ON r.id::text = m.reference
      WHERE (m.place IN ('merchant', 'reserved', 'held', 'receivable') AND m.owner <> coalesce(r.merchant_id::text, ''))
        OR (m.place = 'merchant' AND m.currency <> r.from_code) OR (m.place IN ('reserved', 'held') AND m.currency <> r.currency_code)
        OR (m.place = 'in-flight' AND (m.owner <> r.network_code OR m.currency <> r.currency_code))`,
  },
  {
    title:
      "Every refund from another balance was converted once, with the amounts in its row, and back if it was returned",
    scope: Prisma.sql`SELECT count(*) AS count FROM conversions WHERE cause = 'refund'`,
    violations: Prisma.sql`
      SELECT 'conversion of refund ' || coalesce(r.id::text, c.reference) AS violation
      FROM (SELECT * FROM refunds WHERE from_code <> currency_code) r
        FULL JOIN (SELECT * FROM conversions WHERE cause = 'refund') c ON c.reference = r.id::text
      WHERE r.id IS NULL OR c.id IS NULL OR c.merchant_id <> r.merchant_id OR c.from_code <> r.from_code OR c.to_code <> r.currency_code
        OR c.from_amount <> r.debited_amount OR c.to_amount <> r.sent_amount + r.commission
        OR (c.reversed_at IS NOT NULL) <> (r.status = 'fail')
        OR c.returned_amount < 0 OR c.returned_amount >= c.from_amount OR (c.returned_amount IS NOT NULL AND c.reversed_at IS NULL)`,
  },
  {
    title: "No payment was refunded for more than was ever credited for it",
    scope: Prisma.sql`SELECT count(DISTINCT invoice_id) AS count FROM refunds WHERE kind = 'payment'`,
    // If everything was credited in one coin, the sums can be compared directly; with several
    // coins, only the invoice's own total could tell.
    violations: Prisma.sql`
      WITH refunded AS (
        SELECT invoice_id, currency_code, sum(amount) AS total FROM refunds WHERE kind = 'payment' AND status <> 'fail' GROUP BY 1, 2),
      credited AS (
        SELECT invoice_id, currency_code, amount FROM (
          SELECT DISTINCT ON (deposit_id) invoice_id, currency_code, amount FROM invoice_credits ORDER BY deposit_id, inclusion DESC) c
        UNION ALL SELECT invoice_id, currency_code, amount FROM internal_payments)
      SELECT 'invoice ' || r.invoice_id || ': ' || r.total || ' ' || r.currency_code || ' of ' || coalesce(sum(c.amount), 0) AS violation
      FROM refunded r LEFT JOIN credited c ON c.invoice_id = r.invoice_id
      GROUP BY r.invoice_id, r.currency_code, r.total
      HAVING bool_and(c.currency_code IS NULL OR c.currency_code = r.currency_code) AND r.total > coalesce(sum(c.amount), 0)`,
  },
  {
    title: "Every refunded invoice, case and wallet deposit has a status that matches its refund",
    scope: Prisma.sql`SELECT count(*) AS count FROM refunds`,
    violations: Prisma.sql`
      SELECT 'invoice ' || i.id || ' (' || i.status::text || ') and its refund ' || r.id || ' (' || r.status::text || ')' AS violation
      FROM refunds r JOIN invoices i ON i.id = r.invoice_id
      WHERE r.status IN ${OPEN_OUTFLOW} AND i.status <> 'refund_process'
      UNION ALL
      SELECT 'invoice ' || i.id || ' is being refunded, and nothing is on its way' FROM invoices i
      WHERE i.status = 'refund_process' AND NOT EXISTS (
        SELECT FROM refunds r LEFT JOIN cases k ON k.id = r.case_id
        WHERE r.status IN ${OPEN_OUTFLOW} AND (r.invoice_id = i.id OR (k.invoice_id = i.id AND k.kind = 'locked')))
      UNION ALL
      SELECT 'case ' || k.id || ' (' || k.status::text || ')' FROM cases k
      WHERE (k.status = 'refunding' AND NOT EXISTS (SELECT FROM refunds r WHERE r.case_id = k.id AND r.status IN ${OPEN_OUTFLOW}))
        OR (k.status = 'refunded' AND NOT EXISTS (SELECT FROM refunds r WHERE r.case_id = k.id AND r.status = 'paid'))
        -- If a deposit was reversed during its refund and confirmed again, the case stays open and cannot be refunded.
        OR (k.status = 'open' AND EXISTS (SELECT FROM refunds r WHERE r.case_id = k.id AND r.status IN ${OPEN_OUTFLOW})
          AND NOT EXISTS (SELECT FROM deposits d WHERE d.id = k.deposit_id AND d.inclusion > 1))
      UNION ALL
      SELECT 'refund ' || r.id || ' of wallet ' || r.wallet_id || ': ' || r.amount || ', its deposits are ' || coalesce(sum(h.amount), 0)
      FROM refunds r LEFT JOIN wallet_holds h ON h.refund_id = r.id
      WHERE r.kind = 'wallet' AND r.status <> 'fail'
      GROUP BY r.id HAVING r.amount <> coalesce(sum(h.amount), 0) OR bool_or((h.refunded_at IS NOT NULL) <> (r.status = 'paid'))`,
  },
  {
    title: "Every refund that does not await a decision has a send with the same amount, address and state",
    scope: Prisma.sql`SELECT count(*) AS count FROM sends WHERE purpose = 'refund'`,
    violations: Prisma.sql`
      SELECT 'refund ' || coalesce(r.id, s.purpose_id) || ' (' || coalesce(r.status::text, 'unknown') || ') and its send ('
        || coalesce(s.status::text, 'none') || ')' AS violation
      FROM refunds r FULL JOIN (SELECT * FROM sends WHERE purpose = 'refund') s ON s.purpose_id = r.id
      WHERE r.id IS NULL
        OR (s.id IS NULL AND r.status IN ('process', 'paid'))
        OR (s.id IS NOT NULL AND (s.amount <> r.sent_amount OR s.currency_code <> r.currency_code OR s.network_code <> r.network_code
          OR s.to_address <> r.address OR (s.status = 'confirmed') <> (r.status = 'paid')
          OR (s.status IN ('failed', 'cancelled')) <> (r.status = 'fail') OR (s.status = 'sending' AND r.status <> 'process')))`,
  },
];

/** Rules about amounts that are reserved but not sent yet, whoever requested it. */
export const RESERVED_RULES: readonly AuditRule[] = [
  {
    title: "Reserved funds are the amounts taken for payouts, refunds and withdrawals that are not final",
    scope: Prisma.sql`
      SELECT (SELECT count(*) FROM payouts) + (SELECT count(*) FROM refunds) + (SELECT count(*) FROM withdrawals) AS count`,
    // Surplus on its way to a cold address belongs to nobody else: nothing is reserved for it.
    violations: Prisma.sql`
      WITH taken AS (
        SELECT merchant_id::text AS owner, payer_code AS currency, sent_amount + commission AS amount
        FROM payouts WHERE status IN ${OPEN_OUTFLOW}
        UNION ALL
        SELECT coalesce(merchant_id::text, ''), currency_code, sent_amount + commission
        FROM refunds WHERE status IN ${OPEN_OUTFLOW}
        UNION ALL
        SELECT '', currency_code, amount FROM withdrawals WHERE status IN ${OPEN_OUTFLOW} AND kind <> 'cold'),
      expected AS (SELECT owner, currency, sum(amount) AS total FROM taken GROUP BY 1, 2),
      kept AS (
        SELECT a.owner_id AS owner, a.currency_code AS currency, sum(b.balance) AS total
        FROM accounts a JOIN account_balances b ON b.account_id = a.id WHERE a.kind = 'reserved' GROUP BY 1, 2)
      SELECT 'owner ' || coalesce(e.owner, k.owner) || ' ' || coalesce(e.currency, k.currency) || ': reserved ' || coalesce(k.total, 0)
        || ', taken ' || coalesce(e.total, 0) AS violation
      FROM expected e FULL JOIN kept k ON k.owner = e.owner AND k.currency = e.currency WHERE coalesce(e.total, 0) <> coalesce(k.total, 0)`,
  },
];

/** Rules about payouts and what they were converted from. */
export const PAYOUT_RULES: readonly AuditRule[] = [
  {
    title: "Every payout was reserved once, and settled or returned once according to its status, with its amounts",
    recent: ["payouts"],
    scope: Prisma.sql`SELECT count(*) AS count FROM payouts`,
    // A return may come from the treasury's shortfall, and never changes what the merchant gets
    // back: everything, or the amount in the conversion's row.
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
      "Every payout from another balance was converted once, with the amounts in its row, and back if it was returned",
    recent: ["payouts", "conversions"],
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
    title: "Every payout that does not await a decision has a send with the same amount, address and state",
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
