import pg from "pg";
import { afterAll, afterEach, expect, test } from "vitest";
import { closeDatabase, connectionPool, database } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { awaited } from "@/lib/kernel/join-when-reachable";
import { joinInstallation, SchemaError } from "@/lib/kernel/running-process";
import { START_LOCK } from "@/scripts/lib/running-processes.mjs";

const CONTRACT = "29990101000000_contract_drop_earlier";
const EXPAND = "29990101000000_add_later";

const setApplied = (name: string) =>
  connectionPool().query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, '', $1, now(), now(), 1)`,
    [name],
  );
const count = () => database().runningProcess.count();

afterEach(async () => {
  await connectionPool().query("DELETE FROM _prisma_migrations WHERE migration_name LIKE '2999%'");
  await database().runningProcess.deleteMany();
});
afterAll(closeDatabase);

test("a process is listed with its version until it leaves", async () => {
  const { leave } = await joinInstallation("web");
  expect(await database().runningProcess.findMany()).toMatchObject([
    { kind: "web", version: "unbuilt", pid: process.pid },
  ]);
  await leave();
  expect(await count()).toBe(0);
});

test("a process starts beside expand migrations of a later version", async () => {
  await setApplied(EXPAND);
  const { leave } = await joinInstallation("worker");
  expect(await count()).toBe(1);
  await leave();
});

test("a process refuses to start after a contract migration of a later version", async () => {
  await setApplied(CONTRACT);
  await expect(joinInstallation("web")).rejects.toThrow(SchemaError);
  expect(await count()).toBe(0);
});

test("a process refuses to start without a migration of its version, and says what to run", async () => {
  const last = "(SELECT max(migration_name) FROM _prisma_migrations)";
  await connectionPool().query(`UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = ${last}`);
  await expect(joinInstallation("web")).rejects.toThrow(/lacks 1 migrations .* run npm run db:migrate/);
  await connectionPool().query("UPDATE _prisma_migrations SET rolled_back_at = NULL");
});

test("a process that starts during a contract migration waits for its end, and then refuses", async () => {
  const client = await connectionPool().connect();
  await client.query("SELECT pg_advisory_lock($1)", [START_LOCK]);
  const joined = joinInstallation("web").then(
    () => "joined",
    (error: unknown) => error,
  );
  const waits =
    "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
  await expect.poll(async () => (await client.query(waits)).rowCount).toBe(1);
  await setApplied(CONTRACT);
  await client.query("SELECT pg_advisory_unlock($1)", [START_LOCK]);
  client.release();
  expect(await joined).toBeInstanceOf(SchemaError);
  expect(await count()).toBe(0);
});

test("a process that was taken for dead ends if the database was contracted meanwhile, and else goes on", async () => {
  const ends: string[] = [];
  const { leave } = await joinInstallation("worker", { beatMs: 10, end: (reason) => ends.push(reason) });
  const seen = async () => (await database().runningProcess.findFirstOrThrow()).lastSeenAt;
  const forget = () =>
    connectionPool().query("UPDATE running_processes SET last_seen_at = now() - interval '1 minute'");
  await forget();
  const earlier = new Date(Date.now() - 50_000);
  await expect.poll(async () => (await seen()) > earlier).toBe(true);
  expect(ends).toEqual([]);
  await setApplied(CONTRACT);
  await forget();
  await expect.poll(() => ends[0]).toContain(CONTRACT);
  await leave();
});

test("a database that is not there ends a process that starts; a server that is not there is waited for", async () => {
  const failureAt = async (change: Partial<URL>) => {
    const url = Object.assign(new URL(env().DATABASE_URL), change).href;
    const client = new pg.Client({ connectionString: url });
    return client.connect().catch((error: unknown) => error);
  };
  expect(awaited(await failureAt({ pathname: "/not_there" }))).toBe(null);
  expect(awaited(await failureAt({ port: "1" }))).toBe("the database");
});
