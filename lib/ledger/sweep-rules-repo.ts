import { Prisma } from "@/lib/generated/prisma/client";
import type { AuditRule } from "@/lib/ledger/audit-repo";
import { COIN_FAMILIES } from "@/lib/ledger/coin-rules-repo";

/** Rules about what stands on deposit addresses and how it gets to the hot wallets, and about the operator's withdrawals. */
export const SWEEP_RULES: readonly AuditRule[] = [
  {
    title: "Deposit addresses hold the deposits that were not swept, and what gas and fees left over",
    scope: Prisma.sql`SELECT count(*) AS count FROM accounts WHERE kind = 'deposits'`,
    // What a signed transaction carries and may cost has left already, in the books.
    violations: Prisma.sql`
      WITH parts AS (
        SELECT d.network_code AS network, d.currency_code AS currency, d.amount FROM deposits d LEFT JOIN sweeps w ON w.id = d.sweep_id
        WHERE d.booked_inclusion IS NOT NULL AND d.owner_kind IS DISTINCT FROM 'hot' AND (w.id IS NULL OR w.status <> 'done')
          -- Where transactions spend coins deposits are the hot wallet's from the start: see coin-rules-repo.ts.
          AND d.network_code NOT IN (SELECT code FROM networks WHERE family IN (${COIN_FAMILIES}))
        UNION ALL
        -- Swept, and gone from its chain afterwards: the money that left for the hot wallet never was there.
        SELECT d.network_code, d.currency_code, -d.amount FROM deposits d JOIN sweeps w ON w.id = d.sweep_id
        WHERE d.booked_inclusion IS NULL AND w.status = 'done'
        UNION ALL
        SELECT r.network_code, n.native_currency, r.amount FROM address_rests r JOIN networks n ON n.code = r.network_code
        UNION ALL
        SELECT s.network_code, s.currency_code, -s.amount FROM sends s WHERE s.purpose = 'sweep' AND s.status = 'sending'
        UNION ALL
        SELECT o.network_code, n.native_currency, -o.fee_max FROM outgoing_transactions o JOIN networks n ON n.code = o.network_code
          JOIN sends s ON s.outgoing_id = o.id WHERE s.purpose = 'sweep' AND s.status = 'sending' AND o.fee_payer IS NULL),
      expected AS (SELECT network, currency, sum(amount) AS total FROM parts GROUP BY 1, 2),
      kept AS (
        SELECT a.owner_id AS network, a.currency_code AS currency, sum(b.balance) AS total
        FROM accounts a JOIN account_balances b ON b.account_id = a.id WHERE a.kind = 'deposits' GROUP BY 1, 2)
      SELECT coalesce(e.network, k.network) || ' ' || coalesce(e.currency, k.currency) || ': ' || coalesce(k.total, 0)
        || ' in the books, deposits and rests ' || coalesce(e.total, 0) AS violation
      FROM expected e FULL JOIN kept k ON k.network = e.network AND k.currency = e.currency WHERE coalesce(e.total, 0) <> coalesce(k.total, 0)`,
  },
  {
    title: "Every sweep that arrived is in the books once with what it carried, and no other one is",
    scope: Prisma.sql`SELECT count(*) AS count FROM sweeps`,
    violations: Prisma.sql`
      WITH settled AS (
        SELECT e.reference, sum(p.amount) FILTER (WHERE a.kind = 'hot') AS amount
        FROM journal_entries e JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id
        WHERE e.kind = 'sweep.settle' GROUP BY 1)
      SELECT 'sweep ' || coalesce(w.id::text, e.reference) || ' (' || coalesce(w.status::text, 'unknown') || ')' AS violation
      FROM sweeps w FULL JOIN settled e ON e.reference = w.id::text
      WHERE w.id IS NULL OR (w.status = 'done') <> (e.reference IS NOT NULL) OR e.amount <> w.amount
      UNION ALL
      SELECT 'sweep ' || w.id || ' (' || w.status || ') has ' || count(d.id) || ' deposits'
      FROM sweeps w LEFT JOIN deposits d ON d.sweep_id = w.id GROUP BY w.id HAVING (w.status = 'fail') <> (count(d.id) = 0)`,
  },
  {
    title: "No deposit that waits for a decision or a refund is in a sweep",
    scope: Prisma.sql`SELECT count(*) AS count FROM deposits WHERE sweep_id IS NOT NULL`,
    violations: Prisma.sql`
      SELECT 'deposit ' || d.id AS violation FROM deposits d
      -- What left its chain after it was swept and came back may be decided otherwise then.
      WHERE d.sweep_id IS NOT NULL AND d.inclusion = 1 AND (d.owner_kind = 'hot'
        OR EXISTS (SELECT 1 FROM cases k WHERE k.deposit_id = d.id AND k.status IN ('open', 'refunding'))
        OR EXISTS (SELECT 1 FROM wallet_holds h WHERE h.deposit_id = d.id AND h.reversed_at IS NULL AND h.refunded_at IS NULL))`,
  },
  {
    title:
      "Every withdrawal was reserved once, and settled or returned once as its status says, with the amount of its row",
    scope: Prisma.sql`SELECT count(*) AS count FROM withdrawals`,
    violations: Prisma.sql`
      WITH moved AS (
        SELECT e.reference, e.kind AS entry, sum(p.amount) FILTER (WHERE p.amount > 0) AS amount
        FROM journal_entries e JOIN postings p ON p.entry_id = e.id WHERE e.kind LIKE 'withdrawal.%' GROUP BY 1, 2)
      SELECT 'withdrawal ' || coalesce(w.id::text, r.reference, s.reference, b.reference) || ' (' || coalesce(w.status::text, 'unknown') || ')' AS violation
      FROM withdrawals w
        FULL JOIN (SELECT * FROM moved WHERE entry = 'withdrawal.reserve') r ON r.reference = w.id::text
        FULL JOIN (SELECT * FROM moved WHERE entry = 'withdrawal.settle') s ON s.reference = w.id::text
        FULL JOIN (SELECT * FROM moved WHERE entry = 'withdrawal.return') b ON b.reference = w.id::text
      WHERE w.id IS NULL OR r.amount <> w.amount OR s.amount <> w.amount OR b.amount <> w.amount
        OR (r.reference IS NOT NULL) <> (w.kind <> 'cold') OR (s.reference IS NOT NULL) <> (w.status = 'paid')
        OR (b.reference IS NOT NULL) <> (w.kind <> 'cold' AND w.status IN ('fail', 'cancel'))`,
  },
];
