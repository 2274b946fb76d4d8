import { INSERT_COINS, SPENT_COINS, WITHDRAW_REMAINDER } from "@/lib/run/demo-data/coins-repo";
import { INTERNAL_ENTRIES, type Line, OF } from "@/lib/run/demo-data/internal-entries-repo";
import { FIRST_BLOCK } from "@/lib/run/demo-data/outflows-repo";
import { sampleAddress } from "@/lib/run/demo-data/terms-repo";

/**
 * The lines of the year's journal, each with the time of its cause. internal-entries-repo.ts turns
 * them into entries.
 */

/** Builds one SELECT for all postings of an entry kind: each source row gives one entry. */
function collect({ kind, reference, group, at, step, from, debits, credits }: Line): string {
  const row =
    (sign: string) =>
    ([place, owner, currency, amount]: readonly [string, string, string, string]) =>
      `('${place}', ${owner}, ${currency}, ${sign}(${amount}))`;
  return `INSERT INTO seed_lines SELECT '${kind}', ${reference}, ${group}, ${at}, ${step}, l.place, l.owner, l.currency, l.amount
    FROM ${from} CROSS JOIN LATERAL (VALUES ${[...debits.map(row("")), ...credits.map(row("-"))].join(", ")}) l (place, owner, currency, amount)
    WHERE l.amount <> 0`;
}

const KEPT = "round(amount * 0.01, 8)";
const DEPOSIT = "id || ':1'";
const CASE = "case_id || ':1'";

const LINES: readonly Line[] = [
  ...(["invoice-pending", "held"] as const).flatMap((owed): Line[] =>
    (["deposits", "hot"] as const).map((place) => ({
      kind: "deposit.book",
      reference: DEPOSIT,
      group: "'deposit:' || id || ':1'",
      at: "confirmed_at",
      step: 0,
      // Deposits that no sweep gathers are UTXOs: they belong to the hot wallet from the start.
      from: `(SELECT * FROM seed_deposits WHERE status = 'confirmed' AND is_held = ${owed === "held"} AND (sweep_id IS NULL) = ${place === "hot"}) d`,
      debits: [[place, "network", "coin", "amount"]],
      credits: [[owed, OF, "coin", "amount"]],
    })),
  ),
  {
    kind: "case.credit",
    reference: CASE,
    group: `'case:' || ${CASE}`,
    at: "confirmed_at",
    step: 1,
    from: "(SELECT * FROM seed_deposits WHERE case_status = 'credited' AND role = 'part') d",
    debits: [["held", OF, "coin", "amount"]],
    credits: [["invoice-pending", OF, "coin", "amount"]],
  },
  {
    kind: "case.credit",
    reference: CASE,
    group: `'case:' || ${CASE}`,
    at: "confirmed_at",
    step: 1,
    from: "(SELECT * FROM seed_deposits WHERE case_status = 'credited' AND role = 'case') d",
    debits: [["held", OF, "coin", "amount"]],
    credits: [
      ["merchant", OF, "coin", `amount - ${KEPT}`],
      ["fees-earned", "''", "coin", KEPT],
    ],
  },
  {
    kind: "invoice.credit",
    reference: DEPOSIT,
    group: "'deposit:' || id || ':1'",
    at: "confirmed_at",
    step: 2,
    from: "(SELECT * FROM seed_deposits WHERE is_credited) d",
    debits: [["invoice-pending", OF, "coin", "amount"]],
    credits: [
      ["merchant", OF, "coin", `amount - ${KEPT}`],
      ["fees-earned", "''", "coin", KEPT],
    ],
  },
  {
    kind: "sweep.settle",
    reference: "sweep_id::text",
    group: "'sweep:' || sweep_id",
    at: "least(till_at, confirmed_at + interval '36 minutes')",
    step: 3,
    from: "(SELECT s.*, t.till_at FROM seed_deposits s CROSS JOIN seed_terms t WHERE status = 'confirmed' AND NOT is_standing AND sweep_id IS NOT NULL) d",
    debits: [["hot", "network", "coin", "amount"]],
    credits: [["deposits", "network", "coin", "amount"]],
  },
  {
    kind: "payout.reserve",
    reference: "id::text",
    group: "id::text",
    at: "created_at",
    step: 4,
    from: "seed_payouts",
    debits: [["merchant", OF, "coin", "debited"]],
    credits: [["reserved", OF, "coin", "debited"]],
  },
  {
    kind: "payout.settle",
    reference: "id::text",
    group: "id::text",
    at: "created_at + interval '4 minutes'",
    step: 6,
    from: "(SELECT * FROM seed_payouts WHERE status = 'paid') p",
    debits: [["reserved", OF, "coin", "debited"]],
    credits: [
      ["in-flight", "network", "coin", "debited - commission"],
      ["fees-earned", "''", "coin", "commission"],
    ],
  },
  {
    kind: "payout.return",
    reference: "id::text",
    group: "id::text",
    at: "created_at + interval '4 minutes'",
    step: 6,
    from: "(SELECT * FROM seed_payouts WHERE status IN ('fail', 'cancel', 'system_fail')) p",
    debits: [["reserved", OF, "coin", "debited"]],
    credits: [["merchant", OF, "coin", "debited"]],
  },
  ...(["payment", "case", "wallet"] as const).flatMap((of): Line[] => {
    const place = of === "payment" ? "merchant" : "held";
    const rows = (status: string) => `(SELECT * FROM seed_refunds WHERE kind = '${of}' AND ${status}) r`;
    const named = { reference: "id::text", group: "'refund:' || id" };
    return [
      {
        ...named,
        kind: "refund.reserve",
        at: "created_at",
        step: 4,
        from: rows("true"),
        debits: [[place, OF, "coin", "amount"]],
        credits: [["reserved", OF, "coin", "amount"]],
      },
      {
        ...named,
        kind: "refund.settle",
        at: "created_at + interval '4 minutes'",
        step: 6,
        from: rows("status = 'paid'"),
        debits: [["reserved", OF, "coin", "amount"]],
        credits: [
          ["in-flight", "network", "coin", "amount - commission"],
          ["fees-earned", "''", "coin", "commission"],
        ],
      },
      {
        ...named,
        kind: "refund.return",
        at: "created_at + interval '4 minutes'",
        step: 6,
        from: rows("status = 'fail'"),
        debits: [["reserved", OF, "coin", "amount"]],
        credits: [[place, OF, "coin", "amount"]],
      },
    ];
  }),
  {
    kind: "send.commit",
    reference: "outgoing_id || ':1'",
    group: "'send:' || id",
    at: "signed_at",
    step: 5,
    from: "(SELECT * FROM seed_sends WHERE outgoing_id IS NOT NULL) s",
    debits: [
      ["in-flight", "network", "coin", "amount"],
      ["in-flight", "network", "native", "fee_max"],
    ],
    credits: [
      ["hot", "network", "coin", "amount"],
      ["hot", "network", "native", "fee_max"],
    ],
  },
  {
    kind: "send.settle",
    reference: "outgoing_id::text",
    group: "'send:' || id",
    at: "settled_at",
    step: 7,
    from: "(SELECT * FROM seed_sends WHERE outgoing_id IS NOT NULL AND purpose <> 'withdrawal') s",
    debits: [
      ["network-costs", "''", "native", "fee_paid"],
      ["hot", "network", "native", "fee_max - fee_paid"],
    ],
    credits: [["in-flight", "network", "native", "fee_max"]],
  },
];

/**
 * On a network with a node, anything left in a hot wallet would have to exist on the chain: the
 * operator has withdrawn it.
 */
const WITHDRAWALS = `
  CREATE TEMP TABLE seed_withdrawals ON COMMIT DROP AS
  SELECT gen_random_uuid() AS id, gen_random_uuid() AS send_id, gen_random_uuid() AS outgoing_id, owner AS network, currency AS coin, amount,
    t.till_at - interval '3 hours' AS created_at, c.spends, CASE c.spends WHEN 'nonce' THEN row_number() OVER (PARTITION BY owner ORDER BY currency) - 1 END AS nonce,
    ${sampleAddress("c.family", "'emptied' || t.mark")} AS from_address, CASE c.family WHEN 'evm' THEN '0x' ELSE '' END || encode(sha256((owner || currency || t.mark)::bytea), 'hex') AS txid,
    ${sampleAddress("c.family", "'vault' || owner")} AS address
  FROM (SELECT owner, currency, sum(amount) AS amount FROM seed_lines WHERE place = 'hot' GROUP BY 1, 2) h
    JOIN (SELECT DISTINCT network, family, spends, is_sandbox FROM seed_coins) c ON c.network = h.owner CROSS JOIN seed_terms t
  WHERE amount > 0 AND c.is_sandbox`;

const WITHDRAWAL_ROWS: readonly string[] = [
  `INSERT INTO sending_accounts (network_code, address, next_nonce, created_at)
    SELECT network, from_address, max(nonce) + 1, min(created_at) FROM seed_withdrawals GROUP BY 1, 2`,
  `INSERT INTO outgoing_transactions (id, network_code, from_address, nonce, status, version, fee_max, fee_paid, included_version, block_height, block_hash, broadcast_count, created_at, settled_at)
    SELECT outgoing_id, network, from_address, nonce, 'settled', 1, 0, 0, 1, 0, ${FIRST_BLOCK}, 1, created_at, created_at FROM seed_withdrawals s`,
  WITHDRAW_REMAINDER,
  `INSERT INTO signed_transactions (outgoing_id, version, network_code, transaction_id, raw, spends, fee_terms, fee_priority, fee_expected, fee_max, signed_at)
    SELECT w.outgoing_id, 1, network, txid, decode(md5(txid), 'hex'), CASE spends WHEN 'coins' THEN p.text WHEN 'expiring' THEN '{"kind":"expiring","validUntil":"0"}' END, '{}', 'recommended', 0, 0, created_at
    FROM seed_withdrawals w LEFT JOIN ${SPENT_COINS} p ON p.outgoing_id = w.outgoing_id`,
  `INSERT INTO sends (id, purpose, purpose_id, network_code, currency_code, amount, to_address, status, outgoing_id, created_at, updated_at, final_at)
    SELECT send_id, 'withdrawal', id, network, coin, amount, address, 'confirmed', outgoing_id, created_at, created_at, created_at FROM seed_withdrawals`,
  `INSERT INTO withdrawals (id, kind, network_code, currency_code, address, amount, status, transaction_id, memo, created_at, final_at)
    SELECT id, 'capital', network, coin, address, amount, 'paid', txid, 'What a year left over', created_at, created_at FROM seed_withdrawals`,
  INSERT_COINS,
];

const WITHDRAWAL_LINES: readonly Line[] = [
  {
    kind: "withdrawal.reserve",
    reference: "id::text",
    group: "'withdrawal:' || id",
    at: "created_at",
    step: 4,
    from: "seed_withdrawals",
    debits: [["operator-capital", "''", "coin", "amount"]],
    credits: [["reserved", "''", "coin", "amount"]],
  },
  {
    kind: "send.commit",
    reference: "outgoing_id || ':1'",
    group: "'send:' || send_id",
    at: "created_at",
    step: 5,
    from: "seed_withdrawals",
    debits: [["in-flight", "network", "coin", "amount"]],
    credits: [["hot", "network", "coin", "amount"]],
  },
  {
    kind: "withdrawal.settle",
    reference: "id::text",
    group: "'withdrawal:' || id",
    at: "created_at",
    step: 6,
    from: "seed_withdrawals",
    debits: [["reserved", "''", "coin", "amount"]],
    credits: [["in-flight", "network", "coin", "amount"]],
  },
];

/**
 * Amounts that conversions brought into the treasury leave the hot wallet with the withdrawals,
 * which debit capital. If capital is too low, the treasury covers it first, with its balance at
 * that time.
 */
const DRAWS: Line = {
  kind: "treasury.draw",
  reference: "'year:' || mark || ':' || coin",
  group: "'treasury:year:' || mark || ':' || coin",
  at: "created_at",
  step: 3,
  from: `(SELECT t.mark, s.coin, w.created_at, least(s.treasury, -s.capital) AS amount
    FROM (SELECT currency AS coin, sum(amount) FILTER (WHERE place = 'operator-capital') AS capital, sum(amount) FILTER (WHERE place = 'treasury') AS treasury
      FROM (SELECT a.kind AS place, a.currency_code AS currency, b.balance AS amount FROM accounts a JOIN account_balances b ON b.account_id = a.id
        UNION ALL SELECT place, currency, -amount FROM seed_lines l
        WHERE place <> 'treasury' OR amount > 0 OR at <= (SELECT min(created_at) FROM seed_withdrawals)) sums GROUP BY 1) s
    JOIN (SELECT coin, min(created_at) AS created_at FROM seed_withdrawals GROUP BY 1) w USING (coin) CROSS JOIN seed_terms t
    WHERE s.capital < 0 AND s.treasury > 0) d`,
  debits: [["treasury", "''", "coin", "amount"]],
  credits: [["operator-capital", "''", "coin", "amount"]],
};

/**
 * Gas, and payouts on a network other than the one the money arrived on, were funded before the
 * year began.
 */
const FUNDING: Line = {
  kind: "capital.fund",
  reference: "'year:' || mark || ':' || network || ':' || coin",
  group: "'year:' || mark",
  at: "from_at",
  step: 0,
  from: `(SELECT h.owner AS network, h.currency AS coin, -sum(h.amount) AS amount, t.mark, t.from_at FROM seed_lines h CROSS JOIN seed_terms t
    WHERE h.place = 'hot' GROUP BY h.owner, h.currency, t.mark, t.from_at HAVING sum(h.amount) < 0) f`,
  debits: [["hot", "network", "coin", "amount"]],
  credits: [["operator-capital", "''", "coin", "amount"]],
};

const TABLE = `CREATE TEMP TABLE seed_lines (kind text, reference text, entry_group text, at timestamptz, step int, place text, owner text, currency text, amount numeric) ON COMMIT DROP`;

export const COLLECT_LINES: readonly string[] = [
  TABLE,
  ...[...LINES, ...INTERNAL_ENTRIES].map(collect),
  WITHDRAWALS,
  ...WITHDRAWAL_ROWS,
  ...WITHDRAWAL_LINES.map(collect),
  collect(FUNDING),
  collect(DRAWS),
  "ANALYZE seed_lines",
];
