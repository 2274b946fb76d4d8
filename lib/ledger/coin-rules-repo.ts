import { Prisma } from "@/lib/generated/prisma/client";
import type { AuditRule } from "@/lib/ledger/audit-repo";

/** Families whose transactions spend coins, as the networks table names them. */
export const COIN_FAMILIES = Prisma.join(["btc", "ltc", "doge", "dash", "bch", "xmr"]);

/** Rules about the coins that transactions spend, where they do. */
export const COIN_RULES: readonly AuditRule[] = [
  {
    title: "Where coins are spent, the hot wallet and what is in flight are the coins that nothing settled has spent",
    scope: Prisma.sql`SELECT count(*) AS count FROM coins`,
    // A deposit counts from when it is booked, our own change from when the transaction that made it is settled; what a transaction on its
    // way spends is still counted whole. What others spent is missing, and so is a deposit that left its chain after we had spent it.
    violations: Prisma.sql`
      WITH places AS (
        SELECT n.code AS network, n.native_currency AS currency, s.decimals FROM networks n
          JOIN services s ON s.network_code = n.code AND s.currency_code = n.native_currency
        WHERE n.family IN (${COIN_FAMILIES}) AND n.family <> 'xmr'),
      facts AS (
        SELECT c.network_code AS network, c.units, spender.status::text AS spent,
          -- Of our own transactions nothing is a deposit, whatever it was taken for before its id was known.
          d.id IS NOT NULL AND v.outgoing_id IS NULL AS is_deposit, d.booked_inclusion IS NOT NULL AS is_booked,
          -- A version that lost to another one may have been in a block for a while: what it made there is no money.
          maker.status = 'settled' AND maker.included_version = v.version AND x.owner_kind = 'hot' AS is_change
        FROM coins c JOIN addresses x ON x.id = c.address_id
          LEFT JOIN outgoing_transactions spender ON spender.id = c.outgoing_id
          -- Of several versions the one that stands in the books.
          LEFT JOIN LATERAL (
            SELECT e.id, e.booked_inclusion FROM deposits e
            WHERE e.network_code = c.network_code AND e.transaction_id = c.transaction_id AND split_part(e.position, '~', 1) = c.index::text
            ORDER BY e.booked_inclusion IS NULL, e.position LIMIT 1) d ON true
          LEFT JOIN signed_transactions v ON v.network_code = c.network_code AND v.transaction_id = c.transaction_id
          LEFT JOIN outgoing_transactions maker ON maker.id = v.outgoing_id
        WHERE c.gone_at IS NULL),
      sums AS (
        SELECT p.network, p.currency, coalesce(sum(CASE
            WHEN f.is_deposit THEN CASE WHEN f.is_booked THEN 1 ELSE 0 END - CASE WHEN f.spent = 'settled' THEN 1 ELSE 0 END
            WHEN f.is_change THEN 1 - CASE WHEN f.spent = 'settled' THEN 1 ELSE 0 END
            ELSE 0 END * f.units), 0) * power(10::numeric, -p.decimals) AS total
        FROM places p LEFT JOIN facts f ON f.network = p.network GROUP BY 1, 2, p.decimals),
      kept AS (
        SELECT a.owner_id AS network, a.currency_code AS currency, sum(b.balance) AS total
        FROM accounts a JOIN account_balances b ON b.account_id = a.id WHERE a.class = 'custody' AND a.kind IN ('hot', 'in-flight', 'deposits') GROUP BY 1, 2)
      SELECT s.network || ' ' || s.currency || ': ' || coalesce(k.total, 0) || ' in the books, coins of ' || s.total AS violation
      FROM sums s LEFT JOIN kept k ON k.network = s.network AND k.currency = s.currency WHERE s.total <> coalesce(k.total, 0)`,
  },
  {
    title:
      "Every consolidation that arrived is in the books once with its amount, no other one is, and all go to a hot wallet of ours",
    scope: Prisma.sql`SELECT count(*) AS count FROM sends WHERE purpose = 'consolidation'`,
    violations: Prisma.sql`
      WITH settled AS (
        SELECT e.reference, sum(p.amount) FILTER (WHERE a.kind = 'hot') AS amount
        FROM journal_entries e JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id
        WHERE e.kind = 'consolidation.settle' GROUP BY 1)
      SELECT 'consolidation ' || coalesce(s.id::text, e.reference) || ' (' || coalesce(s.status::text, 'unknown') || ')' AS violation
      FROM (SELECT * FROM sends WHERE purpose = 'consolidation') s FULL JOIN settled e ON e.reference = s.id::text
      WHERE s.id IS NULL OR (s.status = 'confirmed') <> (e.reference IS NOT NULL) OR e.amount <> s.amount
        OR NOT EXISTS (SELECT FROM hot_wallets h WHERE h.address = s.to_address)`,
  },
  {
    title: "A coin is spent by one transaction of its own network, and every transaction that spends coins has some",
    scope: Prisma.sql`SELECT count(*) AS count FROM coins`,
    violations: Prisma.sql`
      SELECT 'coin ' || c.transaction_id || ':' || c.index || ' on ' || c.network_code || ' is spent on ' || o.network_code AS violation
      FROM coins c JOIN outgoing_transactions o ON o.id = c.outgoing_id WHERE o.network_code <> c.network_code OR o.status IN ('failed', 'expired')
      UNION ALL
      SELECT 'transaction ' || o.id || ' spends no coin that is known' FROM outgoing_transactions o JOIN signed_transactions v ON v.outgoing_id = o.id
      WHERE v.spends LIKE '{"kind":"coins","coins":[{%' AND o.status IN ('signed', 'included', 'settled')
        AND NOT EXISTS (SELECT FROM coins c WHERE c.outgoing_id = o.id)`,
  },
];
