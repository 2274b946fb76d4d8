import { Prisma } from "@/lib/generated/prisma/client";
import type { AuditRule } from "@/lib/ledger/audit-rule-repo";
import { COIN_FAMILIES } from "@/lib/ledger/deposit-rules-repo";

/**
 * Rules about the funds on deposit addresses, their sweeps to the hot wallets, and the operator's
 * withdrawals.
 */
export const SWEEP_RULES: readonly AuditRule[] = [
  {
    title: "Deposit addresses hold the deposits that were not swept, and the residual balances",
    scope: Prisma.sql`SELECT count(*) AS count FROM accounts WHERE kind = 'deposits'`,
    // In the ledger, the amount and maximum cost of a signed transaction have left already.
    violations: Prisma.sql`
      WITH parts AS (
        SELECT d.network_code AS network, d.currency_code AS currency, d.amount FROM deposits d LEFT JOIN sweeps w ON w.id = d.sweep_id
        WHERE d.booked_inclusion IS NOT NULL AND d.owner_kind IS DISTINCT FROM 'hot' AND (w.id IS NULL OR w.status <> 'done')
          -- On UTXO chains deposits belong to the hot wallet at once: see deposit-rules-repo.ts.
          AND d.network_code NOT IN (SELECT code FROM networks WHERE family IN (${COIN_FAMILIES}))
        UNION ALL
        -- Reversed after the sweep: the sweep moved money that was never booked here.
        SELECT d.network_code, d.currency_code, -d.amount FROM deposits d JOIN sweeps w ON w.id = d.sweep_id
        WHERE d.booked_inclusion IS NULL AND w.status = 'done'
        UNION ALL
        SELECT r.network_code, n.native_currency, r.amount FROM residual_balances r JOIN networks n ON n.code = r.network_code
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
        || ' in the books, deposits and residual balances ' || coalesce(e.total, 0) AS violation
      FROM expected e FULL JOIN kept k ON k.network = e.network AND k.currency = e.currency WHERE coalesce(e.total, 0) <> coalesce(k.total, 0)`,
  },
  {
    title: "Every sweep that arrived was posted once, with its amount, and no other sweep was posted",
    recent: ["sweeps"],
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
      FROM sweeps w LEFT JOIN deposits d ON d.sweep_id = w.id GROUP BY w.id, w.status HAVING (w.status = 'fail') <> (count(d.id) = 0)`,
  },
  {
    title: "No deposit that waits for a decision or a refund is in a sweep",
    scope: Prisma.sql`SELECT count(*) AS count FROM deposits WHERE sweep_id IS NOT NULL`,
    violations: Prisma.sql`
      SELECT 'deposit ' || d.id AS violation FROM deposits d
      -- A deposit that was reversed after its sweep and confirmed again may get another decision.
      WHERE d.sweep_id IS NOT NULL AND d.inclusion = 1 AND (d.owner_kind = 'hot'
        OR EXISTS (SELECT 1 FROM cases k WHERE k.deposit_id = d.id AND k.status IN ('open', 'refunding'))
        OR EXISTS (SELECT 1 FROM wallet_holds h WHERE h.deposit_id = d.id AND h.reversed_at IS NULL AND h.refunded_at IS NULL))`,
  },
  {
    title: "Every withdrawal was reserved once, and settled or returned once according to its status, with its amount",
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

/**
 * Rules about outgoing money: what is in flight, and that every transaction is in the ledger once.
 */
export const SEND_RULES: readonly AuditRule[] = [
  {
    title: "The funds in flight are the amounts and maximum fees of transactions that are not settled",
    scope: Prisma.sql`SELECT count(*) AS count FROM outgoing_transactions WHERE status IN ('signed', 'included')`,
    violations: Prisma.sql`
      WITH live AS (SELECT * FROM outgoing_transactions WHERE status IN ('signed', 'included')),
      parts AS (
        SELECT s.network_code AS network, s.currency_code AS currency, s.amount FROM live o JOIN sends s ON s.outgoing_id = o.id
        UNION ALL
        SELECT o.network_code, n.native_currency, o.fee_max FROM live o JOIN networks n ON n.code = o.network_code),
      expected AS (SELECT network, currency, sum(amount) AS total FROM parts GROUP BY 1, 2),
      kept AS (
        SELECT a.owner_id AS network, a.currency_code AS currency, sum(b.balance) AS total
        FROM accounts a JOIN account_balances b ON b.account_id = a.id WHERE a.kind = 'in-flight' GROUP BY 1, 2)
      SELECT coalesce(e.network, k.network) || ' ' || coalesce(e.currency, k.currency) || ': ' || coalesce(k.total, 0)
        || ' in flight, transactions carry ' || coalesce(e.total, 0) AS violation
      FROM expected e FULL JOIN kept k ON k.network = e.network AND k.currency = e.currency WHERE coalesce(e.total, 0) <> coalesce(k.total, 0)`,
  },
  {
    title: "Every signed version of a transaction was committed to the books once, before it could be broadcast",
    recent: ["signed_transactions"],
    scope: Prisma.sql`SELECT count(*) AS count FROM signed_transactions`,
    violations: Prisma.sql`
      SELECT 'version ' || coalesce(v.outgoing_id || ':' || v.version, e.reference) AS violation
      -- Aliases are malleated copies of a version: they cost the same and have no entry.
      FROM (SELECT * FROM signed_transactions WHERE alias_of IS NULL) v
        FULL JOIN (SELECT * FROM journal_entries WHERE kind = 'send.commit') e ON e.reference = v.outgoing_id || ':' || v.version
      WHERE v.outgoing_id IS NULL OR e.id IS NULL`,
  },
  {
    title: "Every transaction that ended was settled or released once, with its cost, and no other transaction was",
    recent: ["outgoing_transactions"],
    scope: Prisma.sql`SELECT count(*) AS count FROM outgoing_transactions WHERE status IN ('settled', 'failed', 'expired')`,
    violations: Prisma.sql`
      WITH ends AS (
        SELECT split_part(e.reference, ':', 1) AS id, count(DISTINCT e.id) FILTER (WHERE e.kind = 'send.settle' AND e.reference NOT LIKE '%:%') AS settled,
          count(DISTINCT e.id) FILTER (WHERE e.kind = 'send.release') AS released,
          coalesce(sum(p.amount) FILTER (WHERE a.kind = 'network-costs'), 0) AS cost
        FROM journal_entries e JOIN postings p ON p.entry_id = e.id JOIN accounts a ON a.id = p.account_id
        WHERE e.kind IN ('send.settle', 'send.release') GROUP BY 1)
      SELECT 'transaction ' || coalesce(o.id::text, e.id) || ' (' || coalesce(o.status::text, 'unknown') || ')' AS violation
      FROM outgoing_transactions o FULL JOIN ends e ON e.id = o.id::text
      WHERE o.id IS NULL OR coalesce(e.cost, 0) <> coalesce(o.fee_paid, 0)
        -- Without a reserved fee there is nothing to settle.
        OR coalesce(e.settled, 0) <> CASE WHEN o.status = 'settled' AND o.fee_max > 0 THEN 1 ELSE 0 END
        OR coalesce(e.released, 0) <> CASE WHEN o.status IN ('failed', 'expired') THEN 1 ELSE 0 END
        OR (o.status IN ('settled', 'failed', 'expired')) <> (o.fee_paid IS NOT NULL)`,
  },
  {
    title: "Every transaction carries its sends, in the same state: one if it uses an issued nonce, none if it expired",
    scope: Prisma.sql`SELECT count(*) AS count FROM outgoing_transactions`,
    violations: Prisma.sql`
      WITH carried AS (
        SELECT o.id, o.status::text AS status, o.nonce, a.next_nonce, a.address, count(s.id) AS sends,
          (SELECT count(*) FROM expired_sends e WHERE e.outgoing_id = o.id) AS expired, count(DISTINCT s.status) AS states, min(s.status::text) AS send_status,
          EXISTS (SELECT FROM coins c WHERE c.outgoing_id = o.id)
            -- Monero transactions spend key images instead of coins.
            OR EXISTS (SELECT FROM signed_transactions v WHERE v.outgoing_id = o.id AND jsonb_array_length(v.spends::jsonb -> 'keyImages') > 0) AS has_coins
        FROM outgoing_transactions o LEFT JOIN sends s ON s.outgoing_id = o.id
          LEFT JOIN sending_accounts a ON a.network_code = o.network_code AND a.address = o.from_address
        GROUP BY o.id, a.next_nonce, a.address)
      SELECT 'transaction ' || id || ' (' || status || ') carries ' || sends || ' sends (' || coalesce(send_status, 'none') || ') by nonce ' || coalesce(nonce, -1) AS violation
      FROM carried
      WHERE address IS NULL OR (nonce IS NULL) <> (next_nonce IS NULL) OR nonce >= next_nonce
        OR (status = 'expired') <> (expired > 0) OR (expired > 1 AND nonce IS NOT NULL)
        OR CASE WHEN status = 'expired' THEN sends <> 0
          ELSE sends = 0 OR (sends > 1 AND NOT (nonce IS NULL AND has_coins)) OR states <> 1
            OR send_status <> CASE status WHEN 'settled' THEN 'confirmed' WHEN 'failed' THEN 'failed' ELSE 'sending' END END`,
  },
];
