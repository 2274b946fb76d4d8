import { Prisma } from "@/lib/generated/prisma/client";
import type { AuditRule } from "@/lib/ledger/audit-rule-repo";

/** Of a statement with the sums of postings. */
const UNLIKE_BALANCES = Prisma.sql`
  SELECT 'account ' || coalesce(s.account_id, b.account_id) || ' keeps ' || coalesce(b.balance, 0) || ', its postings say ' || coalesce(s.total, 0) AS violation
  FROM sums s FULL JOIN account_balances b ON b.account_id = s.account_id AND b.shard = s.shard
  WHERE coalesce(s.total, 0) <> coalesce(b.balance, 0)`;

export const AUDIT_RULES: readonly AuditRule[] = [
  {
    title: "Every journal entry sums to zero in each currency and has at least two postings",
    recent: [],
    scope: Prisma.sql`SELECT count(*) AS count FROM journal_entries`,
    violations: Prisma.sql`
      SELECT e.kind || ' ' || e.reference AS violation FROM journal_entries e LEFT JOIN postings p ON p.entry_id = e.id
      GROUP BY e.id, e.kind, e.reference HAVING count(p.id) < 2
      UNION ALL
      SELECT e.kind || ' ' || e.reference || ' is off by ' || sum(p.amount) || ' ' || p.currency_code
      FROM journal_entries e JOIN postings p ON p.entry_id = e.id GROUP BY e.id, e.kind, e.reference, p.currency_code HAVING sum(p.amount) <> 0`,
  },
  {
    title: "Every stored balance is the sum of its postings",
    scope: Prisma.sql`SELECT count(*) AS count FROM account_balances`,
    violations: Prisma.sql`
      WITH sums AS (
        SELECT p.account_id, p.shard, sum(CASE WHEN a.class = 'custody' THEN p.amount ELSE -p.amount END) AS total
        FROM postings p JOIN accounts a ON a.id = p.account_id GROUP BY 1, 2)
      ${UNLIKE_BALANCES}`,
    recent: ({ afterEntry }) => Prisma.sql`
      WITH parts AS (
        SELECT account_id, shard, balance FROM audited_balances
        UNION ALL
        SELECT p.account_id, p.shard, CASE WHEN a.class = 'custody' THEN p.amount ELSE -p.amount END
        FROM postings p JOIN accounts a ON a.id = p.account_id WHERE p.entry_id > ${afterEntry}),
      sums AS (SELECT account_id, shard, sum(balance) AS total FROM parts GROUP BY 1, 2)
      ${UNLIKE_BALANCES}`,
  },
  {
    title: "Every wallet's balance is the sums of its statement and the postings since",
    scope: Prisma.sql`SELECT count(DISTINCT account_id) AS count FROM statement_sums`,
    violations: Prisma.sql`
      WITH since AS (
        SELECT account_id, sum(-amount) AS total FROM postings WHERE id > coalesce((SELECT summed_to FROM statement_state), 0) GROUP BY 1),
      summed AS (SELECT account_id, sum(incoming + outgoing) AS total FROM statement_sums GROUP BY 1)
      SELECT 'account ' || a.id || ' keeps ' || b.balance || ', its statement says ' || coalesce(s.total, 0) + coalesce(t.total, 0) AS violation
      FROM accounts a JOIN account_balances b ON b.account_id = a.id
        LEFT JOIN summed s ON s.account_id = a.id LEFT JOIN since t ON t.account_id = a.id
      WHERE a.kind IN ('merchant', 'user') AND b.balance <> coalesce(s.total, 0) + coalesce(t.total, 0)`,
  },
  {
    title: "No liability or treasury account has a negative balance",
    scope: Prisma.sql`SELECT count(*) AS count FROM accounts WHERE class IN ('liability', 'treasury')`,
    violations: Prisma.sql`
      SELECT a.kind || ' ' || a.owner_id || ' ' || a.currency_code || ': ' || b.balance AS violation
      FROM accounts a JOIN account_balances b ON b.account_id = a.id WHERE a.class IN ('liability', 'treasury') AND b.balance < 0`,
  },
  {
    title: "Custody covers the liabilities in every currency",
    scope: Prisma.sql`SELECT count(DISTINCT currency_code) AS count FROM accounts`,
    violations: Prisma.sql`
      SELECT a.currency_code || ': equity is ' || sum(b.balance) AS violation FROM accounts a JOIN account_balances b ON b.account_id = a.id
      WHERE a.class IN ('equity', 'treasury') GROUP BY a.currency_code HAVING sum(b.balance) < 0`,
  },
  {
    title: "Every confirmed deposit is booked once, with its amount, and no other deposit is booked",
    recent: ["deposits"],
    scope: Prisma.sql`SELECT count(*) AS count FROM deposits`,
    violations: Prisma.sql`
      WITH booked AS (
        SELECT split_part(e.reference, ':', 1)::uuid AS deposit_id, sum(p.amount) AS total
        FROM journal_entries e JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id
        WHERE a.class = 'custody' AND (e.kind IN ('deposit.book', 'deposit.reverse')
          -- Capital recorded before hot wallets were watched has a reference without a deposit.
          OR (e.kind IN ('capital.fund', 'capital.fund-reverse') AND e.reference ~ '^[0-9a-f]{8}-[0-9a-f-]{27}:[0-9]+$'))
        GROUP BY 1)
      SELECT 'deposit ' || coalesce(d.id, b.deposit_id) || ' (' || coalesce(d.status::text, 'unknown') || ') is booked with '
        || coalesce(b.total, 0) AS violation
      FROM deposits d FULL JOIN booked b ON b.deposit_id = d.id
      WHERE coalesce(b.total, 0) <> CASE WHEN d.booked_inclusion IS NULL THEN 0 ELSE d.amount END
        OR (d.status = 'confirmed' AND d.booked_inclusion IS NULL)`,
  },
  {
    title: "Every credit of a deposit was posted once, with the amounts in its row",
    recent: ["invoice_credits"],
    scope: Prisma.sql`SELECT count(*) AS count FROM invoice_credits`,
    violations: Prisma.sql`
      WITH entries AS (
        SELECT split_part(e.reference, ':', 1)::uuid AS deposit_id, split_part(e.reference, ':', 2)::int AS inclusion,
          count(DISTINCT e.id) FILTER (WHERE e.kind = 'invoice.credit') AS credits,
          count(DISTINCT e.id) FILTER (WHERE e.kind = 'invoice.credit-reverse') AS reversals,
          coalesce(sum(p.amount) FILTER (WHERE e.kind IN ('invoice.credit', 'wallet.fee') AND a.kind = 'invoice-pending'), 0) AS amount,
          coalesce(sum(p.amount) FILTER (WHERE e.kind = 'wallet.fee' AND a.kind = 'invoice-pending'), 0) AS wallet_fee,
          coalesce(sum(-p.amount) FILTER (WHERE e.kind = 'invoice.credit' AND a.kind = 'fees-earned'), 0) AS commission
        FROM journal_entries e JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id
        WHERE e.kind IN ('invoice.credit', 'invoice.credit-reverse', 'wallet.fee') GROUP BY 1, 2)
      SELECT 'credit of deposit ' || coalesce(c.deposit_id, e.deposit_id) || ' inclusion '
        || coalesce(c.inclusion, e.inclusion) AS violation
      FROM invoice_credits c FULL JOIN entries e ON e.deposit_id = c.deposit_id AND e.inclusion = c.inclusion
      WHERE c.deposit_id IS NULL
        -- A deposit that the wallet's creation fee used up has no credit entry.
        OR coalesce(e.credits, 0) <> CASE WHEN e.wallet_fee = c.amount THEN 0 ELSE 1 END
        OR coalesce(e.reversals, 0) <> CASE WHEN c.reversed_at IS NULL OR e.wallet_fee = c.amount THEN 0 ELSE 1 END
        OR c.amount <> e.amount OR c.commission <> e.commission`,
  },
  {
    title: "Every credited case has its journal entry",
    scope: Prisma.sql`SELECT count(*) AS count FROM cases WHERE status = 'credited'`,
    violations: Prisma.sql`
      SELECT 'case ' || k.id AS violation FROM cases k JOIN deposits d ON d.id = k.deposit_id
        LEFT JOIN journal_entries e ON e.kind = 'case.credit' AND e.reference = k.id || ':' || d.booked_inclusion
      WHERE k.status = 'credited' AND e.id IS NULL`,
  },
  {
    title:
      "Pending funds are the booked deposits of invoices that are not final, and wallet deposits below the minimum",
    scope: Prisma.sql`SELECT count(*) AS count FROM accounts WHERE kind = 'invoice-pending'`,
    violations: Prisma.sql`
      WITH expected AS (
        SELECT coalesce(i.merchant_id, w.merchant_id)::text AS owner, d.currency_code AS currency, sum(d.amount) AS total
        FROM deposits d LEFT JOIN invoices i ON i.id = d.owner_id AND d.owner_kind = 'invoice'
          LEFT JOIN static_wallets w ON w.id = d.owner_id AND d.owner_kind = 'wallet'
          LEFT JOIN cases k ON k.deposit_id = d.id AND k.status <> 'void'
          LEFT JOIN invoice_credits c ON c.deposit_id = d.id AND c.reversed_at IS NULL
          LEFT JOIN wallet_holds h ON h.deposit_id = d.id AND h.reversed_at IS NULL
        WHERE d.owner_id IS NOT NULL AND d.owner_kind <> 'hot' AND d.booked_inclusion IS NOT NULL AND c.deposit_id IS NULL AND h.deposit_id IS NULL
          AND (k.id IS NULL OR (k.kind IN ('late', 'locked') AND k.status = 'credited'))
        GROUP BY 1, 2),
      kept AS (
        SELECT a.owner_id AS owner, a.currency_code AS currency, sum(b.balance) AS total
        FROM accounts a JOIN account_balances b ON b.account_id = a.id WHERE a.kind = 'invoice-pending' GROUP BY 1, 2)
      SELECT 'merchant ' || coalesce(e.owner, k.owner) || ' ' || coalesce(e.currency, k.currency) || ': pending ' || coalesce(k.total, 0)
        || ', parts ' || coalesce(e.total, 0) AS violation
      FROM expected e FULL JOIN kept k ON k.owner = e.owner AND k.currency = e.currency WHERE coalesce(e.total, 0) <> coalesce(k.total, 0)`,
  },
  {
    title: "Every wallet creation fee was charged once, and the wallet's row has the amount paid",
    scope: Prisma.sql`SELECT count(*) AS count FROM wallet_fees`,
    violations: Prisma.sql`
      WITH entries AS (
        SELECT split_part(e.reference, ':', 1)::uuid AS deposit_id, split_part(e.reference, ':', 2)::int AS inclusion,
          coalesce(sum(-p.amount) FILTER (WHERE e.kind = 'wallet.fee'), 0) AS taken,
          coalesce(sum(p.amount) FILTER (WHERE e.kind = 'wallet.fee-reverse'), 0) AS given_back
        FROM journal_entries e JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id AND a.kind = 'fees-earned'
        WHERE e.kind IN ('wallet.fee', 'wallet.fee-reverse') GROUP BY 1, 2)
      SELECT 'fee of deposit ' || coalesce(f.deposit_id, e.deposit_id) || ' inclusion ' || coalesce(f.inclusion, e.inclusion) AS violation
      FROM wallet_fees f FULL JOIN entries e ON e.deposit_id = f.deposit_id AND e.inclusion = f.inclusion
      WHERE f.deposit_id IS NULL OR f.amount <> coalesce(e.taken, 0)
        OR coalesce(e.given_back, 0) <> CASE WHEN f.reversed_at IS NULL THEN 0 ELSE f.amount END
      UNION ALL
      SELECT 'wallet ' || w.id || ' says ' || w.creation_fee_paid || ' TRX are paid' FROM static_wallets w
      WHERE w.creation_fee_paid <> (SELECT coalesce(sum(f.fee_amount), 0) FROM wallet_fees f WHERE f.wallet_id = w.id AND f.reversed_at IS NULL)`,
  },
  {
    title: "Held funds are the deposits of open cases and of blocked wallets",
    scope: Prisma.sql`SELECT (SELECT count(*) FROM cases) + (SELECT count(*) FROM wallet_holds) AS count`,
    violations: Prisma.sql`
      WITH held AS (
        SELECT coalesce(merchant_id::text, '') AS owner, currency_code AS currency, amount FROM cases WHERE status = 'open'
        UNION ALL
        SELECT w.merchant_id::text, w.currency_code, h.amount FROM wallet_holds h JOIN static_wallets w ON w.id = h.wallet_id
        -- A refund moves its part from 'held' to 'reserved'.
        WHERE h.reversed_at IS NULL AND h.refund_id IS NULL),
      expected AS (SELECT owner, currency, sum(amount) AS total FROM held GROUP BY 1, 2),
      kept AS (
        SELECT a.owner_id AS owner, a.currency_code AS currency, sum(b.balance) AS total
        FROM accounts a JOIN account_balances b ON b.account_id = a.id WHERE a.kind = 'held' GROUP BY 1, 2)
      SELECT 'owner ' || coalesce(e.owner, k.owner) || ' ' || coalesce(e.currency, k.currency) || ': held ' || coalesce(k.total, 0)
        || ', deposits ' || coalesce(e.total, 0) AS violation
      FROM expected e FULL JOIN kept k ON k.owner = e.owner AND k.currency = e.currency WHERE coalesce(e.total, 0) <> coalesce(k.total, 0)`,
  },
];
