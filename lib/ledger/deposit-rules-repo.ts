import { Prisma } from "@/lib/generated/prisma/client";
import type { AuditRule } from "@/lib/ledger/audit-rule-repo";

/** Families whose transactions spend coins, as the networks table names them. */
export const COIN_FAMILIES = Prisma.join(["btc", "ltc", "doge", "dash", "bch", "xmr"]);

/** Rules about coins, for families whose transactions spend them. */
export const COIN_RULES: readonly AuditRule[] = [
  {
    title: "On UTXO networks, the hot wallet and the funds in flight are the coins that no settled transaction spent",
    scope: Prisma.sql`SELECT count(*) AS count FROM coins`,
    // A deposit counts from its booking, our own change from the settlement of the transaction that
    // created it; what a pending transaction spends still counts in full. Coins spent by others are
    // missing, and so is a deposit that left its chain after we had spent it.
    violations: Prisma.sql`
      WITH places AS (
        SELECT n.code AS network, n.native_currency AS currency, s.decimals FROM networks n
          JOIN services s ON s.network_code = n.code AND s.currency_code = n.native_currency
        WHERE n.family IN (${COIN_FAMILIES}) AND n.family <> 'xmr'),
      facts AS (
        SELECT c.network_code AS network, c.units, spender.status::text AS spent,
          -- An output of our own transaction is not a deposit, even if it was recorded as one before the transaction was known.
          d.id IS NOT NULL AND v.outgoing_id IS NULL AS is_deposit, d.booked_inclusion IS NOT NULL AS is_booked,
          -- A replaced version may have been in a block for a while: its outputs do not count.
          maker.status = 'settled' AND maker.included_version = v.version AND x.owner_kind = 'hot' AS is_change
        FROM coins c JOIN addresses x ON x.id = c.address_id
          LEFT JOIN outgoing_transactions spender ON spender.id = c.outgoing_id
          -- If there are several versions, the booked one.
          LEFT JOIN LATERAL (
            SELECT e.id, e.booked_inclusion FROM deposits e
            WHERE e.network_code = c.network_code AND e.transaction_id = c.transaction_id AND split_part(e.position, '~', 1) = c.index::text
            ORDER BY e.booked_inclusion IS NULL, e.position LIMIT 1) d ON true
          LEFT JOIN signed_transactions v ON v.network_code = c.network_code AND v.transaction_id = c.transaction_id
          LEFT JOIN outgoing_transactions maker ON maker.id = v.outgoing_id
        WHERE c.externally_spent_at IS NULL),
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
      "Every consolidation that arrived was posted once, with its amount, no other was, and all go to our hot wallets",
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
    title:
      "A coin is spent by one transaction of its own network, and the coins that a transaction spends are recorded",
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

/** Rules about invoices paid from a personal wallet. */
export const INTERNAL_PAYMENT_RULES: readonly AuditRule[] = [
  {
    title: "Every payment from a personal wallet was posted once, with the amounts in its row, from payer to merchant",
    recent: ["internal_payments"],
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
      "Every invoice paid from a personal wallet counts that payment, in its quote's coin, and is not marked as unpaid",
    scope: Prisma.sql`SELECT count(*) AS count FROM internal_payments`,
    violations: Prisma.sql`
      SELECT 'invoice ' || i.id || ' (' || i.status::text || ') with internal payment ' || n.id AS violation
      FROM internal_payments n JOIN invoices i ON i.id = n.invoice_id LEFT JOIN quotes q ON q.id = n.quote_id AND q.invoice_id = i.id
      WHERE i.status IN ('check', 'cancel', 'fail') OR i.wallet_id IS NOT NULL OR q.id IS NULL
        OR q.currency_code <> n.currency_code OR n.amount > q.payer_amount
        OR (i.current_quote_id = q.id AND (i.paid_amount < n.amount OR coalesce(i.credited_amount, 0) < n.amount - n.commission))`,
  },
];

/** Rules about reversals, and about debts to the gateway because the amount had been spent. */
export const REVERSAL_RULES: readonly AuditRule[] = [
  {
    title: "Every reversal undid its entry completely, in each place and for each owner",
    recent: [],
    scope: Prisma.sql`SELECT count(*) AS count FROM journal_entries WHERE kind LIKE '%-reverse'`,
    // What is missing from a wallet, or was refunded from held funds, is covered by its owner's
    // debt: both count as one here, like treasury and shortfall.
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

/** Rules about what chains charge the recipient. */
export const ARRIVAL_RULES: readonly AuditRule[] = [
  {
    title: "The costs of receiving at deposit addresses and hot wallets are booked with the amounts in their rows",
    scope: Prisma.sql`SELECT count(*) AS count FROM receive_costs`,
    violations: Prisma.sql`
      WITH expected AS (
        SELECT c.network_code AS network, CASE WHEN x.owner_kind = 'hot' THEN 'hot' ELSE 'deposits' END AS place, sum(c.amount) AS total
        FROM receive_costs c JOIN addresses x ON x.id = c.address_id GROUP BY 1, 2),
      booked AS (
        SELECT a.owner_id AS network, a.kind AS place, -sum(p.amount) AS total
        FROM journal_entries e JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id
        WHERE e.kind IN ('arrival.cost', 'arrival.return') AND a.class = 'custody' GROUP BY 1, 2)
      SELECT coalesce(e.network, b.network) || ' ' || coalesce(e.place, b.place) || ': ' || coalesce(b.total, 0) || ' in the books, rows of '
        || coalesce(e.total, 0) AS violation
      FROM expected e FULL JOIN booked b ON b.network = e.network AND b.place = e.place WHERE coalesce(e.total, 0) <> coalesce(b.total, 0)`,
  },
];
