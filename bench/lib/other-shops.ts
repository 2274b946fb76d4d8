import { randomUUID } from "node:crypto";
import pg from "pg";
import { withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { coldCustody, feesEarned, merchantWallet } from "@/lib/ledger/account";
import { openAccount } from "@/lib/ledger/repo";
import { dropGuards } from "@/lib/run/demo-data/webhooks-repo";

/** Entries of shops that have nothing else, so that the journal has as many as a busy gateway's. */

const SHOPS = 1_000;
const CURRENCY = "USDT";
/** Custody, the shop, and the gateway's fee. */
export const POSTINGS_OF_ENTRY = 3;

async function openAccounts(): Promise<void> {
  const shops = Array.from({ length: SHOPS }, () => merchantWallet(randomUUID(), CURRENCY));
  await withTransaction(async (tx) => {
    for (const name of [coldCustody("eth", CURRENCY), feesEarned(CURRENCY), ...shops]) await openAccount(tx, name);
  });
}

const BOOKS = ["postings", "journal_entries"];

/** Entry `n` of `$1`, the first at `$2`, each later one `$3` milliseconds after the one before. */
const ENTRIES = `
  INSERT INTO journal_entries (kind, reference, group_id, created_at)
  SELECT 'treasury.fill', $4 || ':' || lpad(n::text, 9, '0'), $4 || ':' || n, $2::timestamptz + n * $3::float8 * interval '1 millisecond'
  FROM generate_series(1, $1::int) n`;

const POSTINGS = `
  WITH shops AS (SELECT array_agg(id) AS ids FROM accounts WHERE kind = 'merchant' AND currency_code = '${CURRENCY}')
  INSERT INTO postings (entry_id, account_id, shard, currency_code, amount)
  SELECT e.id, l.account_id, l.shard, '${CURRENCY}', l.amount FROM journal_entries e CROSS JOIN shops
    CROSS JOIN (SELECT id FROM accounts WHERE kind = 'cold' AND currency_code = '${CURRENCY}') cold
    CROSS JOIN (SELECT id FROM accounts WHERE kind = 'fees-earned' AND currency_code = '${CURRENCY}') fees
    CROSS JOIN LATERAL (VALUES (cold.id, 0, 25), (ids[1 + e.id % cardinality(ids)], 0, -24.75), (fees.id, (e.id % 16)::int, -0.25))
      l (account_id, shard, amount)
  WHERE e.id > $1 ORDER BY e.id`;

/** As the trigger that is away meanwhile would have kept them. */
const BALANCES = `
  INSERT INTO account_balances AS b (account_id, shard, balance)
  SELECT p.account_id, p.shard, sum(CASE WHEN a.class = 'custody' THEN p.amount ELSE -p.amount END)
  FROM postings p JOIN accounts a ON a.id = p.account_id WHERE p.entry_id > $1 GROUP BY 1, 2
  ON CONFLICT (account_id, shard) DO UPDATE SET balance = b.balance + excluded.balance`;

/**
 * Writes credits of other shops, evenly for some days from a time on, as demo data is written
 * (decision 0059): the audit of the benchmark checks them.
 */
export async function insertOtherShops(entries: number, from: Date, days: number): Promise<void> {
  await openAccounts();
  const client = new pg.Client({ connectionString: env().DATABASE_URL });
  await client.connect();
  try {
    await client.query("BEGIN; SET LOCAL jit = off; SET LOCAL work_mem = '128MB'");
    for (const table of [...BOOKS, "account_balances"]) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    const restore = await dropGuards(client, BOOKS);
    const { rows } = await client.query<{ id: string }>("SELECT coalesce(max(id), 0) AS id FROM journal_entries");
    const last = rows[0]?.id;
    await client.query(ENTRIES, [entries, from, (days * 86_400_000) / entries, randomUUID()]);
    await client.query(POSTINGS, [last]);
    await client.query(BALANCES, [last]);
    for (const statement of restore) await client.query(statement);
    for (const table of [...BOOKS, "account_balances"]) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    await client.query("COMMIT; ANALYZE postings, journal_entries, accounts, account_balances");
  } finally {
    await client.end();
  }
}
