/**
 * One kind of entry of the year's journal, and the source of its rows. WRITE_BOOKS below turns them
 * into entries.
 */
export type Line = {
  readonly kind: string;
  readonly reference: string;
  readonly group: string;
  readonly at: string;
  /** Order of entries with the same time. */
  readonly step: number;
  readonly from: string;
  /** Debits and credits, as `place, owner, currency, amount`. */
  readonly debits: readonly (readonly [string, string, string, string])[];
  readonly credits: readonly (readonly [string, string, string, string])[];
};

/** The owner: empty if no merchant was found. */
export const OF = "coalesce(merchant_id::text, '')";

/**
 * Writes the collected lines to the books. Entries are numbered in order of time, as real ones
 * would be, so that running balances are right. The triggers that maintain balances are disabled
 * meanwhile: balances are summed here, and anything that the database would have rejected is looked
 * for before the commit.
 */

const ENTRIES = `
  CREATE TEMP TABLE seed_entries ON COMMIT DROP AS
  SELECT row_number() OVER (ORDER BY at, step, reference) + (SELECT coalesce(max(id), 0) FROM journal_entries) AS id, kind, reference, entry_group, at
  FROM (SELECT kind, reference, min(entry_group) AS entry_group, min(at) AS at, min(step) AS step FROM seed_lines GROUP BY 1, 2) e`;

const ACCOUNTS = `
  INSERT INTO accounts (class, kind, owner_id, currency_code, shard_count)
  SELECT DISTINCT (CASE WHEN place IN ('deposits', 'hot', 'in-flight') THEN 'custody' WHEN place IN ('operator-capital', 'fees-earned', 'network-costs', 'conversion-gains') THEN 'equity' WHEN place = 'treasury' THEN 'treasury' ELSE 'liability' END)::account_class,
    place, owner, currency, CASE WHEN place IN ('deposits', 'hot', 'in-flight', 'operator-capital', 'fees-earned', 'network-costs', 'conversion-gains') THEN 16 ELSE 1 END
  FROM seed_lines ON CONFLICT (kind, owner_id, currency_code) DO NOTHING`;

const JOURNAL = `
  INSERT INTO journal_entries (id, kind, reference, group_id, created_at)
  SELECT id, kind, reference, entry_group, at FROM seed_entries ORDER BY id`;

const POSTINGS = `
  INSERT INTO postings (entry_id, account_id, shard, currency_code, amount)
  SELECT e.id, a.id, 0, l.currency, l.amount FROM seed_lines l JOIN seed_entries e ON e.kind = l.kind AND e.reference = l.reference
    JOIN accounts a ON a.kind = l.place AND a.owner_id = l.owner AND a.currency_code = l.currency ORDER BY e.id`;

const BALANCES = `
  INSERT INTO account_balances AS b (account_id, shard, balance)
  SELECT a.id, 0, sum(CASE WHEN a.class = 'custody' THEN l.amount ELSE -l.amount END) FROM seed_lines l
    JOIN accounts a ON a.kind = l.place AND a.owner_id = l.owner AND a.currency_code = l.currency GROUP BY a.id
  ON CONFLICT (account_id, shard) DO UPDATE SET balance = b.balance + excluded.balance`;

/** The balance right after each payout was requested, on top of the balance before the year. */
const PAYOUT_ROWS = `
  WITH moved AS (
    SELECT e.id, e.kind, e.reference, sum(-l.amount) OVER (PARTITION BY l.owner, l.currency ORDER BY e.id) AS balance
    FROM seed_lines l JOIN seed_entries e ON e.kind = l.kind AND e.reference = l.reference WHERE l.place = 'merchant')
  INSERT INTO payouts (id, merchant_id, order_id, status, amount_text, amount, currency_code, payer_code, network_code, address, is_subtract, url_callback, from_code,
    sent_amount, commission, debited_amount, balance_after, transaction_id, failure, created_by_id, created_at, updated_at, final_at)
  SELECT p.id, p.merchant_id, p.order_id, p.status, trim_scale(p.debited)::text, p.debited, p.coin, p.coin, p.network, p.address, false,
    CASE WHEN p.k % 3 <> 0 THEN 'https://shop.example/webhooks/payouts' END, p.coin, p.debited - p.commission, p.commission, p.debited, m.balance,
    CASE WHEN p.status = 'paid' THEN s.txid END, CASE WHEN p.status IN ('fail', 'system_fail') THEN 'The chain would have refused it' END,
    CASE WHEN p.k % 5 = 0 OR p.file IS NOT NULL THEN t.user_id END, p.created_at, p.created_at + interval '4 minutes', CASE WHEN p.status NOT IN ('process', 'check') THEN p.created_at + interval '4 minutes' END
  FROM seed_payouts p JOIN moved m ON m.kind = 'payout.reserve' AND m.reference = p.id::text LEFT JOIN seed_sends s ON s.purpose_id = p.id CROSS JOIN seed_terms t ORDER BY p.created_at`;

export const WRITE_BOOKS: readonly string[] = [
  ENTRIES,
  "CREATE UNIQUE INDEX ON seed_entries (kind, reference)",
  "ANALYZE seed_entries",
  ACCOUNTS,
  JOURNAL,
  POSTINGS,
  BALANCES,
  PAYOUT_ROWS,
  "SELECT setval(pg_get_serial_sequence('journal_entries', 'id'), (SELECT max(id) FROM journal_entries))",
  "SELECT setval(pg_get_serial_sequence('addresses', 'id'), (SELECT max(id) FROM addresses))",
];

/** Finds what the triggers would have rejected, as text; finds nothing when all is well. */
export const FIND_REFUSED = `
  SELECT 'entry ' || kind || ' ' || reference || ' is off by ' || sum(amount) || ' ' || currency AS problem FROM seed_lines GROUP BY kind, reference, currency HAVING sum(amount) <> 0
  UNION ALL
  SELECT a.kind || ' ' || a.currency_code || ' would be ' || b.balance FROM accounts a JOIN account_balances b ON b.account_id = a.id
  WHERE a.class IN ('liability', 'treasury') AND b.balance < 0
  UNION ALL
  SELECT 'more ' || a.currency_code || ' would be owed than the hot wallets hold (' || sum(b.balance) || '): wait until the sandbox has funded them, or make fewer invoices'
  FROM accounts a JOIN account_balances b ON b.account_id = a.id WHERE a.class IN ('equity', 'treasury') GROUP BY a.currency_code HAVING sum(b.balance) < 0
  UNION ALL
  SELECT 'more ' || a.currency_code || ' would be taken out of capital than there is (' || sum(b.balance) || '): wait until the sandbox has funded the hot wallets, or make fewer invoices'
  FROM accounts a JOIN account_balances b ON b.account_id = a.id WHERE a.kind = 'operator-capital' GROUP BY a.currency_code HAVING sum(b.balance) < 0
  UNION ALL
  SELECT 'more ' || s.network || ' would have been sent than came there in coins' FROM seed_spenders s
  WHERE NOT EXISTS (SELECT FROM seed_outputs o WHERE o.network = s.network AND o.upto >= s.upto)
  LIMIT 5`;

/** The treasury's balance at the start of the year: enough for all its conversions. */
const TREASURY =
  "(SELECT t.mark, t.from_at, ceil(1.2 * sum(c.given + c.fee)) AS amount FROM seed_converted c CROSS JOIN seed_terms t GROUP BY 1, 2) f";

/** Entries of internal transfers: see other-outflows-repo.ts and deposits-repo.ts. */
export const INTERNAL_ENTRIES: readonly Line[] = [
  {
    kind: "wallet.hold",
    reference: "id || ':1'",
    group: "'deposit:' || id || ':1'",
    at: "confirmed_at",
    step: 2,
    from: "(SELECT * FROM seed_deposits WHERE role = 'hold') d",
    debits: [["invoice-pending", OF, "coin", "amount"]],
    credits: [["held", OF, "coin", "amount"]],
  },
  {
    kind: "invoice.credit-internal",
    reference: "id || ':1'",
    group: "'internal:' || id || ':1'",
    at: "at",
    step: 2,
    from: "seed_inside",
    debits: [["user", "guest_id::text", "coin", "amount"]],
    credits: [
      ["merchant", OF, "coin", "amount - kept"],
      ["fees-earned", "''", "coin", "kept"],
    ],
  },
  {
    kind: "transfer.to-personal",
    reference: "merchant_side || ':' || user_side",
    group: "merchant_side || ':' || user_side",
    at: "at",
    step: 3,
    from: "(SELECT * FROM seed_transfers WHERE is_out) t",
    debits: [["merchant", OF, "coin", "amount"]],
    credits: [["user", "user_id::text", "coin", "amount"]],
  },
  {
    kind: "transfer.to-business",
    reference: "merchant_side || ':' || user_side",
    group: "merchant_side || ':' || user_side",
    at: "at",
    step: 3,
    from: "(SELECT * FROM seed_transfers WHERE NOT is_out) t",
    debits: [["user", "user_id::text", "coin", "amount"]],
    credits: [["merchant", OF, "coin", "amount"]],
  },
  {
    kind: "referral.credit",
    reference: "deposit_id || ':1'",
    group: "'deposit:' || deposit_id || ':1'",
    at: "at",
    step: 3,
    from: "seed_shares",
    debits: [["fees-earned", "''", "coin", "amount"]],
    credits: [["user", "user_id::text", "coin", "amount"]],
  },
  {
    kind: "conversion.auto",
    reference: "reference",
    group: "'deposit:' || reference",
    at: "at",
    step: 3,
    from: "seed_converted",
    debits: [
      ["merchant", OF, "coin", "amount"],
      ["treasury", "''", "'USDT'", "given + fee"],
    ],
    credits: [
      ["treasury", "''", "coin", "amount"],
      ["merchant", OF, "'USDT'", "given"],
      ["conversion-gains", "''", "'USDT'", "fee"],
    ],
  },
  {
    kind: "capital.fund",
    reference: "'year:' || mark || ':treasury'",
    group: "'year:' || mark",
    at: "from_at",
    step: -1,
    // Preferably on a network without a node, where it can stay in the hot wallet.
    from: `(SELECT f.*, n.network FROM ${TREASURY} CROSS JOIN (SELECT network FROM seed_coins WHERE coin = 'USDT' ORDER BY is_sandbox, network LIMIT 1) n) f`,
    debits: [["hot", "network", "'USDT'", "amount"]],
    credits: [["operator-capital", "''", "'USDT'", "amount"]],
  },
  {
    kind: "treasury.fill",
    reference: "'year:' || mark",
    group: "'treasury:year:' || mark",
    at: "from_at",
    step: 0,
    from: TREASURY,
    debits: [["operator-capital", "''", "'USDT'", "amount"]],
    credits: [["treasury", "''", "'USDT'", "amount"]],
  },
];
