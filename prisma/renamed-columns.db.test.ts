import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "@/lib/testing/database";
import { readMigrations } from "@/scripts/lib/schema-files.mjs";

/**
 * An installation from before tables, columns and stored values got their current names, with a row
 * of each kind that the migrations convert.
 */
const FIRST_RENAMING = "20261126235100_name_residual_balances_and_cooldown";

let client: pg.Client;
let drop: () => Promise<void>;

beforeAll(async () => {
  const created = await createTestDatabase("template0");
  drop = created.drop;
  client = new pg.Client({ connectionString: created.url });
  await client.connect();
  const migrations = readMigrations();
  const isBefore = ({ name }: { name: string }) => name < FIRST_RENAMING;
  expect(migrations.some(({ name }) => name === FIRST_RENAMING)).toBe(true);
  for (const { sql } of migrations.filter(isBefore)) await client.query(sql);
  for (const statement of OLD_ROWS) await client.query(statement);
  for (const migration of migrations) if (!isBefore(migration)) await client.query(migration.sql);
});
afterAll(async () => {
  await client.end();
  await drop();
});

async function rowsOf(statement: string): Promise<unknown[]> {
  const { rows } = await client.query<unknown[]>({ text: statement, rowMode: "array" });
  return rows.map((row) => (row.length === 1 ? row[0] : row));
}

const ID = "00000000-0000-4000-8000-000000000001";

/** Valid in the earlier state of the schema. */
const OLD_ROWS = [
  "INSERT INTO address_rests (network_code, address_id, amount) VALUES ('eth', 1, 0.25)",
  ...["funds", "rest", "orderer", "unproven", "unlisted"].map(
    (reason) => `INSERT INTO sends (purpose, purpose_id, network_code, currency_code, amount, to_address, wait_reason)
      VALUES ('payout', gen_random_uuid(), 'eth', 'ETH', 1, '0x', '${reason}')`,
  ),
  ...["gas", "rest", "orderer", "unproven"].map(
    (reason) => `INSERT INTO outflow_events (kind, subject_id, event, detail)
      VALUES ('payout', '${ID}', 'waits', '{"reason": "${reason}"}')`,
  ),
  `INSERT INTO outflow_events (kind, subject_id, event, detail)
    VALUES ('payout', '${ID}', 'review-opened', '{"reason": "approval", "detail": "rest"}')`,
  ...["good", "look", "wrong", "money"].map(
    (state) => `INSERT INTO probes (subject, state, says, mend, since, checked_at)
      VALUES ('${state}', '${state}', 'It is so.', 'Change it.', '2026-01-02', '2026-01-03')`,
  ),
  ...[
    "network-set-aside",
    "own-transfer-unknown",
    "deposit-unfound",
    "sends-wait",
    "reversal-waits",
    "send-unproven",
  ].map((kind) => `INSERT INTO alarms (kind, subject, message) VALUES ('${kind}', 'it', 'It is so.')`),
  "INSERT INTO alarms (kind, subject, message, cleared_at) VALUES ('withdrawal-unlisted', 'it', '', now()), ('gas-low', 'it', '', NULL)",
  `INSERT INTO added_tokens (network_code, contract, asked_by_id, asked_at) VALUES ('eth', '0x01', '${ID}', '2026-01-02')`,
  `UPDATE added_tokens SET read_at = '2026-01-03', name = 'Link', rate_source = 'Binance', payment_min = 1, payment_max = 2, payout_min = 1, payout_max = 2,
    words = '[{"node": "a.test", "says": "LINK"}, {"node": "b.test", "says": "no answer"}]', ordered_by_id = '${ID}', ordered_at = '2026-01-04'`,
  "UPDATE added_tokens SET waits_until = '2026-01-05'",
  `INSERT INTO reviews (kind, subject_id, reason, detail, ordered_by_id) VALUES ('payout', '${ID}', 'approval', '', '${ID}')`,
  ...["checked", "ordered", "done"].map(
    (
      status,
    ) => `INSERT INTO payout_batches (merchant_id, created_by_id, file_name, file_hash, status, ordered_at, worth_usd)
      VALUES ('${ID}', '${ID}', '${status}.csv', '\\x00', '${status}', '2026-01-02', 12.34)`,
  ),
  `INSERT INTO addresses (id, family, derivation_index, address, address_key) VALUES (1, 'evm', 1, '0xA', '0xa')`,
  `INSERT INTO balance_looks (network_code, address_id, looked_height, looked_hash, looked_to, tried_at, pause_seconds, surplus, searches)
    VALUES ('eth', 1, 7, '0x7', '2026-01-02', '2026-01-03', 60, 5, 2)`,
  ...["token", "excess", "dust"].map(
    (
      peculiarity,
    ) => `INSERT INTO deposits (network_code, transaction_id, position, currency_code, amount, to_address, address_id, peculiarity)
      VALUES ('ton', '${peculiarity}', 'native', 'TON', 1, '0x', 1, '${peculiarity}')`,
  ),
  "INSERT INTO arrival_costs (network_code, transaction_id, address_id, amount, block_height) VALUES ('ton', 'a', 1, 0.5, 7)",
  ...["exact", "by_hand"].map(
    (
      how,
    ) => `INSERT INTO invoices (merchant_id, order_id, status, paid_how, amount, currency_code, lifetime_seconds, expires_at)
      VALUES ('${ID}', '${how}', 'paid', '${how}', 1, 'USD', 3600, now())`,
  ),
  `INSERT INTO users (id, email, name, password_hash) VALUES ('${ID}', 'ada@example.com', 'Ada', 'x')`,
  `INSERT INTO notification_choices (user_id, kind, in_app, by_mail) VALUES ('${ID}', 'gas_low', false, true)`,
  "INSERT INTO spent_signatures (signature, expires_at) VALUES ('\\x01', '2026-01-02')",
  `INSERT INTO worker_heartbeats (id, host, pid, started_at, beat_at) VALUES ('${ID}', 'h', 1, '2026-01-02', '2026-01-03')`,
  `INSERT INTO outflows (kind, subject_id, merchant_id, is_elsewhere) VALUES ('refund', '${ID}', '${ID}', true)`,
  "INSERT INTO users (id, email, name, password_hash) VALUES ('00000000-0000-4000-8000-000000000002', 'eve@example.com', 'Eve', 'x')",
  "INSERT INTO sessions (user_id, expires_at, unproven_usd) VALUES ('00000000-0000-4000-8000-000000000002', now(), 5.5)",
  "INSERT INTO coins (network_code, transaction_id, index, address_id, units, is_own, gone_at) VALUES ('btc', 'a', 0, 1, 7, true, '2026-01-02')",
  "INSERT INTO rates (source, currency_code, usd_price, observed_at, held_price, held_since) VALUES ('Binance', 'ETH', 1, now(), 2, '2026-01-02')",
  "UPDATE addresses SET owner_kind = 'invoice', owner_id = gen_random_uuid(), taken_at = '2026-01-02'",
  `INSERT INTO static_wallets (id, merchant_id, order_id, currency_code, network_code, address_id, address, creation_fee)
    VALUES ('${ID}', '${ID}', 'w', 'ETH', 'eth', 1, '0xA', 0)`,
  `INSERT INTO wallet_holds (deposit_id, inclusion, wallet_id, amount, awaits_address) VALUES ('${ID}', 1, '${ID}', 1, 'a contract')`,
  "INSERT INTO outgoing_transactions (network_code, from_address, fee_max, contradicted_at) VALUES ('eth', '0x', 1, '2026-01-02')",
  `INSERT INTO merchants (id, name, daily_limit_usd, limits_loosened_at) VALUES ('${ID}', 'Shop', 5, '2026-01-02')`,
  `INSERT INTO invoice_milestones (invoice_id, chosen_at) VALUES ('${ID}', '2026-01-02')`,
  "UPDATE milestone_state SET openings_since = '2026-01-02'",
];

test("what fees left on an address is its residual balance, and sends wait for a cooldown or for their requester", async () => {
  expect(await rowsOf("SELECT network_code, address_id, amount FROM residual_balances")).toEqual([
    ["eth", "1", "0.250000000000000000"],
  ]);
  expect(await rowsOf("SELECT wait_reason FROM sends ORDER BY 1")).toEqual([
    "cooldown",
    "funds",
    "not-allowlisted",
    "requester",
    "unverified",
  ]);
  expect(await rowsOf("SELECT detail FROM outflow_events ORDER BY id")).toEqual([
    { reason: "gas" },
    { reason: "cooldown" },
    { reason: "requester" },
    { reason: "unverified" },
    { reason: "approval", detail: "rest" },
  ]);
  await expect(client.query("UPDATE outflow_events SET detail = '{}'")).rejects.toThrow();
});

test("the last check results keep their text and their time, with a severity of the current scale", async () => {
  const found = await rowsOf("SELECT subject, state, summary, remedy, since = '2026-01-02' FROM probes ORDER BY 1");
  expect(found).toEqual([
    ["good", "ok", "It is so.", "Change it.", true],
    ["look", "warning", "It is so.", "Change it.", true],
    ["money", "critical", "It is so.", "Change it.", true],
    ["wrong", "error", "It is so.", "Change it.", true],
  ]);
});

test("open and cleared alarms have the names by which they are raised and cleared now", async () => {
  expect(await rowsOf("SELECT kind, cleared_at IS NULL FROM alarms ORDER BY 1")).toEqual([
    ["gas-low", true],
    ["network-misconfigured", true],
    ["reversal-pending", true],
    ["send-unverified", true],
    ["sends-underfunded", true],
    ["unexplained-balance", true],
    ["unknown-internal-transfer", true],
    ["withdrawal-not-allowlisted", false],
  ]);
});

test("a token being added keeps its requester, its terms, its cooldown and what each node reported", async () => {
  const columns = "requested_by_id, terms_set_by_id, terms_set_at = '2026-01-04', cooldown_ends_at = '2026-01-05'";
  const reports = [
    { node: "a.test", report: "LINK" },
    { node: "b.test", report: "no answer" },
  ];
  expect(await rowsOf(`SELECT ${columns}, node_reports FROM added_tokens`)).toEqual([[ID, ID, true, true, reports]]);
  await expect(client.query("UPDATE added_tokens SET payment_max = 3")).rejects.toThrow(/terms of token 0x01 .* fixed/);
  await expect(client.query("UPDATE added_tokens SET terms_set_at = NULL")).rejects.toThrow(/terms of token/);
});

test("reviews keep their requester, and batches are submitted with their value", async () => {
  expect(await rowsOf("SELECT requested_by_id FROM reviews")).toEqual([ID]);
  const approve = `UPDATE reviews SET decision = 'approved', decided_by_id = '${ID}', decided_at = now()`;
  await expect(client.query(approve)).rejects.toThrow(/reviews_second_person/);
  const columns = "file_name, status::text, submitted_at = '2026-01-02', value_usd";
  expect(await rowsOf(`SELECT ${columns} FROM payout_batches ORDER BY 1`)).toEqual([
    ["checked.csv", "checked", true, "12.34"],
    ["done.csv", "done", true, "12.34"],
    ["ordered.csv", "submitted", true, "12.34"],
  ]);
});

test("balance checks, reasons of held deposits and costs of receiving stay", async () => {
  const columns =
    "checked_height, checked_hash, checked_until = '2026-01-02', failed_at = '2026-01-03', interval_seconds";
  expect(await rowsOf(`SELECT ${columns}, surplus, searches FROM balance_checks`)).toEqual([
    ["7", "0x7", true, true, 60, "5", 2],
  ]);
  expect(await rowsOf("SELECT hold_reason FROM deposits ORDER BY 1")).toEqual(["dust", "excess", "token"]);
  expect(await rowsOf("SELECT address_id, amount FROM receive_costs")).toEqual([["1", "0.500000000000000000"]]);
  await expect(client.query("UPDATE receive_costs SET amount = 1")).rejects.toThrow();
});

test("an invoice keeps how it was paid, and one that a person marked as paid was paid manually", async () => {
  expect(await rowsOf("SELECT order_id, payment_outcome::text FROM invoices ORDER BY 1")).toEqual([
    ["by_hand", "manual"],
    ["exact", "exact"],
  ]);
});

test("preferences, used signatures and known workers stay", async () => {
  expect(await rowsOf("SELECT user_id, kind::text, in_app, by_mail FROM notification_preferences")).toEqual([
    [ID, "gas_low", false, true],
  ]);
  expect(await rowsOf("SELECT expires_at = '2026-01-02' FROM used_signatures")).toEqual([true]);
  expect(await rowsOf("SELECT last_seen_at = '2026-01-03' FROM worker_heartbeats")).toEqual([true]);
  await client.query(`DELETE FROM users WHERE id = '${ID}'`);
  expect(await rowsOf("SELECT user_id FROM notification_preferences")).toEqual([]);
});

test.each([
  ["outflows", "is_third_party"],
  ["sessions", "unconfirmed_usd = 5.5"],
  ["coins", "is_internal AND externally_spent_at = '2026-01-02'"],
  ["rates", "pending_price = 2 AND pending_since = '2026-01-02'"],
  ["addresses", "assigned_at = '2026-01-02'"],
  ["wallet_holds", "address_required_reason = 'a contract'"],
  ["outgoing_transactions", "conflict_since = '2026-01-02'"],
  ["merchants", "cooldown_started_at = '2026-01-02'"],
  ["invoice_milestones", "coin_selected_at = '2026-01-02'"],
  ["milestone_state", "page_views_since = '2026-01-02'"],
])("a row of %s keeps its values: %s", async (table, condition) => {
  expect(await rowsOf(`SELECT ${condition} FROM ${table}`)).toEqual([true]);
});

test("an invoice milestone is still reached once, and its timeline still reaches it", async () => {
  const again = "UPDATE invoice_milestones SET coin_selected_at = now()";
  await expect(client.query(again)).rejects.toThrow(/a milestone is reached once/);
  const invoice = "(SELECT id FROM invoices WHERE order_id = 'exact')";
  const detail = `'{"currency": "ETH", "network": "eth"}'`;
  await client.query(`INSERT INTO invoice_events (invoice_id, kind, detail) VALUES (${invoice}, 'quoted', ${detail})`);
  const found = await rowsOf(
    `SELECT coin_selected_at IS NOT NULL, currency_code FROM invoice_milestones WHERE invoice_id = ${invoice}`,
  );
  expect(found).toEqual([[true, "ETH"]]);
});

test("every guard still exists, under a name that says what it does", async () => {
  const names = await rowsOf("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1");
  expect(names.filter((name) => /_(held|kept|frozen|tell)(_|$)/.test(String(name)))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(["sends_web_guard", "postings_immutable", "payouts_no_delete"]));
  await expect(client.query("TRUNCATE sends")).rejects.toThrow();
  await client.query("LISTEN pages");
  const told = new Promise((resolve) => client.once("notification", ({ payload }) => resolve(payload)));
  await client.query(`UPDATE invoices SET paid_amount = 1 WHERE order_id = 'exact'`);
  expect(await told).toEqual((await rowsOf("SELECT id FROM invoices WHERE order_id = 'exact'"))[0]);
});
