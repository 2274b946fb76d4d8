import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, connectionPool, database } from "@/lib/kernel/db";
import { newPayer, type Payer } from "@/lib/money-out/payouts/testing/payout-rig";
import { openRawConnection, processUrls, type RunRaw } from "@/lib/testing/process-users";
import { grantRoles } from "@/scripts/lib/database-roles.mjs";
import { WEB_GRANTS } from "@/scripts/lib/web-grants.mjs";

/**
 * What the database users of web and worker may do, and which cooldowns start automatically when
 * the web user loosens a limit.
 */

let web: RunRaw;
let worker: RunRaw;
let owner: Payer;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  owner = await newPayer();
  const urls = await processUrls();
  const [first, second] = [await openRawConnection(urls.web), await openRawConnection(urls.worker)];
  [web, worker] = [first.runRaw, second.runRaw];
  closers.push(first.close, second.close);
});
afterAll(async () => {
  for (const close of closers) await close();
  await closeDatabase();
});

test("every table except the seed's has an entry with the web process's rights", async () => {
  const { rows } = await connectionPool().query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'",
  );
  const tables = rows.map(({ name }) => name).sort();
  expect(tables.filter((name) => !(name in WEB_GRANTS))).toEqual(["custody_seed"]);
  expect(Object.keys(WEB_GRANTS).filter((name) => !tables.includes(name))).toEqual([]);
});

test("a table of a later migration is closed to the web process until it has an entry", async () => {
  await connectionPool().query("CREATE TABLE later (id int)");
  const client = await connectionPool().connect();
  await grantRoles(client).finally(() => client.release());
  expect(await web(["SELECT * FROM later"])).toMatch(/permission denied/);
  expect(await worker(["SELECT * FROM later"])).toBeNull();
  await connectionPool().query("DROP TABLE later");
});

test("a right that is no longer listed is revoked, for columns as for tables", async () => {
  const grant = "GRANT DELETE ON payouts TO chaintill_web; GRANT UPDATE (raw) ON signed_transactions TO chaintill_web";
  await connectionPool().query(grant);
  const client = await connectionPool().connect();
  expect(await grantRoles(client).finally(() => client.release())).toEqual([]);
  expect(await web(["DELETE FROM payouts"])).toMatch(/permission denied/);
  expect(await web(["UPDATE signed_transactions SET raw = ''"])).toMatch(/permission denied/);
});

test("without the users nothing changes, and a note says what to do", async () => {
  const client = await connectionPool().connect();
  const notes = await grantRoles(client, { web: "nobody_web", worker: "nobody_worker" }).finally(() =>
    client.release(),
  );
  expect(notes).toEqual([expect.stringMatching(/^nobody_web and nobody_worker missing/)]);
});

const SCHEMA_CHANGES = [
  "ALTER TABLE sends DISABLE TRIGGER ALL",
  "DROP TRIGGER sends_web_guard ON sends",
  "SET session_replication_role = replica",
  "CREATE TABLE mine (id int)",
  "CREATE TEMP TABLE mine (id int)",
  "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
  "TRUNCATE sends",
  "SET ROLE chaintill",
];
test.each(SCHEMA_CHANGES)("neither web nor worker may %s", async (statement) => {
  const reason = /permission denied|must be owner|no schema/;
  expect(await web([statement])).toMatch(reason);
  expect(await worker([statement])).toMatch(reason);
});

const NOT_THE_WEBS = [
  "SELECT * FROM custody_seed",
  "INSERT INTO signed_transactions (outgoing_id) VALUES (NULL)",
  "INSERT INTO outgoing_transactions (id) VALUES (NULL)",
  "UPDATE outgoing_transactions SET status = 'settled'",
  "INSERT INTO coins (index) VALUES (0)",
  "UPDATE coins SET externally_spent_at = now()",
  "INSERT INTO deposits (amount) VALUES (1)",
  "UPDATE deposits SET amount = 1",
  "INSERT INTO addresses (address) VALUES ('')",
  "UPDATE addresses SET address = ''",
  "INSERT INTO hot_wallets (address) VALUES ('')",
  "UPDATE rates SET usd_price = 1",
  "INSERT INTO rates (source) VALUES ('')",
  "UPDATE chain_cursors SET height = 1",
  "DELETE FROM chain_blocks",
  "UPDATE account_balances SET balance = 1",
  "INSERT INTO account_balances (balance) VALUES (1)",
  "UPDATE payouts SET address = ''",
  "UPDATE withdrawals SET address = ''",
  "UPDATE mails SET text = ''",
  "UPDATE audit_events SET actor_id = NULL",
  "UPDATE probes SET state = 'ok'",
  "UPDATE services SET contract = ''",
  "UPDATE services SET decimals = 0",
];
test.each(NOT_THE_WEBS)("the web process may not %s", async (statement) => {
  expect(await web([statement])).toMatch(/permission denied for table/);
});

describe("whatever the web process writes, a 24-hour cooldown begins", () => {
  const merchant = () => database().merchant.findUniqueOrThrow({ where: { id: owner.merchantId } });
  const isNow = (at: Date | null) => at !== null && Math.abs(at.getTime() - Date.now()) < 60 * 60_000;

  test.each([
    ["daily_limit_usd", "100", "1000"],
    ["approval_above_usd", "100", "NULL"],
    ["refund_ceiling_usd", "100", "101"],
    ["refunds_need_payout_key", "true", "false"],
    ["calls_need_timed_signature", "true", "false"],
  ])("with a looser %s, and ends no earlier", async (column, tight, loose) => {
    await connectionPool().query(`UPDATE merchants SET ${column} = ${tight}, cooldown_started_at = NULL`);
    expect(await web([`UPDATE merchants SET ${column} = ${loose} WHERE id = $1`, owner.merchantId])).toBeNull();
    expect(isNow((await merchant()).cooldownStartedAt)).toBe(true);
    expect(await web(["UPDATE merchants SET cooldown_started_at = NULL"])).toBeNull();
    expect(isNow((await merchant()).cooldownStartedAt)).toBe(true);
  });

  test("with another key, whatever age it claims", async () => {
    const id = randomUUID();
    const ends = [
      "UPDATE api_keys SET ends_at = now() WHERE merchant_id = $1 AND kind = 'payout'",
      owner.merchantId,
    ] as const;
    const key =
      "INSERT INTO api_keys (id, merchant_id, kind, secret, hint, created_at) VALUES ($1, $2, 'payout', $3, 'last', '2000-01-01')";
    expect(await web(ends, [key, id, owner.merchantId, randomBytes(60)])).toBeNull();
    expect(isNow((await database().apiKey.findUniqueOrThrow({ where: { id } })).createdAt)).toBe(true);
  });

  test("with another password, and for every new operator", async () => {
    const change =
      "UPDATE users SET password_hash = 'theirs', password_changed_at = NULL, is_operator = true, operator_since = NULL WHERE id = $1";
    expect(await web([change, owner.userId])).toBeNull();
    const undo = "UPDATE users SET password_changed_at = NULL, operator_since = '2000-01-01' WHERE id = $1";
    expect(await web([undo, owner.userId])).toBeNull();
    const person =
      "INSERT INTO users (email, name, password_hash, is_operator) VALUES ('new@example.com', '', 'x', true)";
    expect(await web([person])).toBeNull();
    const people = await database().user.findMany({ where: { isOperator: true } });
    expect(people.map(({ operatorSince }) => isNow(operatorSince))).toEqual([true, true]);
    const changed = await database().user.findUniqueOrThrow({ where: { id: owner.userId } });
    expect(isNow(changed.passwordChangedAt)).toBe(true);
  });

  test("and the set-up is not reopened", async () => {
    await database().setupState.create({ data: { id: 1, closedAt: new Date(0) } });
    expect(await web(["UPDATE setup_state SET closed_at = NULL"])).toMatch(/the set-up is closed/);
  });
});

test("the web process cannot end a restore's stop of a network", async () => {
  await connectionPool().query("INSERT INTO send_stops (scope, kind, reason) VALUES ('eth', 'restore', 'A backup')");
  expect(await web(["DELETE FROM send_stops WHERE kind = 'restore'"])).toMatch(/is the engine's/);
  expect(await worker(["DELETE FROM send_stops WHERE kind = 'restore'"])).toBeNull();
});
