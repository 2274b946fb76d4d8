import { Prisma } from "@/lib/generated/prisma/client";
import type { AuditRule } from "@/lib/ledger/audit-repo";

/** Rules about what is taken back, and about what is owed to the gateway because it was spent. */
export const REVERSAL_RULES: readonly AuditRule[] = [
  {
    title: "Every reversal undid what it reverses, in each place and for the same owner",
    scope: Prisma.sql`SELECT count(*) AS count FROM journal_entries WHERE kind LIKE '%-reverse'`,
    // What is gone from a wallet, or was refunded out of the held funds, comes from what its owner owes: one place here, as treasury and
    // shortfall are.
    violations: Prisma.sql`
      WITH reversed AS (
        SELECT left(kind, -length('-reverse')) AS kind, reference FROM journal_entries WHERE kind LIKE '%-reverse'),
      moved AS (
        SELECT r.kind, r.reference, a.owner_id AS owner, p.currency_code AS currency, p.amount,
          CASE a.kind WHEN 'receivable' THEN CASE r.kind WHEN 'wallet.hold' THEN 'held' ELSE 'merchant' END WHEN 'user-receivable' THEN 'user' WHEN 'treasury-shortfall' THEN 'treasury'
            ELSE a.kind END AS place
        FROM reversed r JOIN journal_entries e ON e.reference = r.reference AND e.kind IN (r.kind, r.kind || '-reverse')
          JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id)
      SELECT kind || ' ' || reference || ': ' || sum(amount) || ' ' || currency || ' of ' || place || ' ' || owner || ' remain' AS violation
      FROM moved GROUP BY kind, reference, place, owner, currency HAVING sum(amount) <> 0`,
  },
  {
    title: "Nobody has repaid more than was owed to the gateway",
    scope: Prisma.sql`SELECT count(*) AS count FROM accounts WHERE kind IN ('receivable', 'user-receivable', 'treasury-shortfall')`,
    violations: Prisma.sql`
      SELECT a.kind || ' ' || a.owner_id || ' ' || a.currency_code || ': ' || sum(b.balance) AS violation
      FROM accounts a JOIN account_balances b ON b.account_id = a.id
      WHERE a.kind IN ('receivable', 'user-receivable', 'treasury-shortfall') GROUP BY a.id HAVING sum(b.balance) > 0`,
  },
];
