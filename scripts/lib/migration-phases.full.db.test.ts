import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "@/lib/testing/database";
import { PROCESS_ROLES } from "@/scripts/lib/database-roles.mjs";
import { migrateDatabase } from "@/scripts/lib/migrations.mjs";

/** Migrations of a later version: one that adds, and one that removes. */
const ADDS = "29990101000000_add_later";
const REMOVES = "29990102000000_contract_drop_earlier";

const folder = mkdtempSync(join(tmpdir(), "migration-phases-"));
cpSync("prisma/migrations", folder, { recursive: true });
for (const [name, sql] of [
  [ADDS, "CREATE TABLE later (id int);"],
  [REMOVES, "DROP TABLE earlier;"],
] as const) {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, "migration.sql"), sql);
}
afterAll(() => rmSync(folder, { recursive: true }));

let url: string;
let client: pg.Client;
let drop: () => Promise<void>;
beforeEach(async () => {
  ({ url, drop } = await createTestDatabase());
  client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("CREATE TABLE earlier (id int)");
});
afterEach(async () => {
  await client.end();
  await drop();
});

const VERSION = "2.0.0+22222222";
const migrate = (phase: "expand" | "contract" | "all", isStopped = false) =>
  migrateDatabase(url, undefined, PROCESS_ROLES, { phase, version: VERSION, isStopped, folder });

async function tables(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE tablename IN ('earlier', 'later') ORDER BY 1",
  );
  return rows.map(({ name }) => name);
}

const runs = (version: string, ageSeconds = 0) =>
  client.query(
    `INSERT INTO running_processes (id, kind, version, host, pid, started_at, last_seen_at)
     VALUES (gen_random_uuid(), 'web', $1, 'one.example', 7, now(), now() - make_interval(secs => $2))`,
    [version, ageSeconds],
  );

test("expand adds and removes nothing, and contract removes once no other version runs", async () => {
  await runs("1.0.0+11111111");
  expect((await migrate("expand")).applied).toEqual([ADDS]);
  expect(await tables()).toEqual(["earlier", "later"]);
  await expect(migrate("contract")).rejects.toThrow("web 1.0.0+11111111 on one.example, process 7");
  expect(await tables()).toEqual(["earlier", "later"]);
  await client.query("UPDATE running_processes SET version = $1", [VERSION]);
  expect((await migrate("contract")).applied).toEqual([REMOVES]);
  expect(await tables()).toEqual(["later"]);
  expect((await migrate("contract")).applied).toEqual([]);
});

test("contract is refused before expand", async () => {
  await expect(migrate("contract")).rejects.toThrow(`${ADDS} is missing`);
  expect(await tables()).toEqual(["earlier"]);
});

test("without a phase both are applied, and beside another version contract is left for later", async () => {
  await runs("1.0.0+11111111");
  const beside = await migrate("all");
  expect(beside.applied).toEqual([ADDS]);
  expect(beside.notes).toEqual([expect.stringContaining("web 1.0.0+11111111 on one.example, process 7")]);
  await client.query("UPDATE running_processes SET last_seen_at = now() - interval '31 seconds'");
  expect(await migrate("all")).toEqual({ applied: [REMOVES], notes: [] });
});

test("a worker of a version that does not list itself counts as another version", async () => {
  await client.query(
    "INSERT INTO worker_heartbeats (id, host, pid, started_at, last_seen_at) VALUES (gen_random_uuid(), 'old.example', 8, now(), now())",
  );
  await migrate("expand");
  await expect(migrate("contract")).rejects.toThrow("worker unknown on old.example, process 8");
  expect((await migrate("contract", true)).applied).toEqual([REMOVES]);
});

test("a right that this version no longer needs is taken only when no other version runs", async () => {
  const mayDelete = async () =>
    (await client.query("SELECT has_table_privilege('chaintill_web', 'payouts', 'DELETE') AS it")).rows[0].it;
  await migrate("expand");
  await client.query("GRANT DELETE ON payouts TO chaintill_web");
  await migrate("expand");
  expect(await mayDelete()).toBe(true);
  await runs("1.0.0+11111111");
  await migrate("all");
  expect(await mayDelete()).toBe(true);
  await client.query("DELETE FROM running_processes");
  await migrate("contract");
  expect(await mayDelete()).toBe(false);
});
