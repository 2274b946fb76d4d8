import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { closeDatabase, database } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { holdLock } from "@/lib/run/worker/network-lock";
import { until } from "@/lib/run/worker/testing/observe";

const NAMES = ["reading", "sends", "sweeps"];

/** Another worker's connection. */
let other: pg.Client;
let stopping: AbortController;
let running: Promise<void>[];
/** How often each task was started, and which are running. */
const begun = new Map<string, number>();
const atWork = new Set<string>();
const warnings: string[] = [];

beforeAll(async () => {
  process.on("warning", ({ message }) => warnings.push(message));
  other = new pg.Client({ connectionString: env().DATABASE_URL, application_name: "other" });
  await other.connect();
  await tryLock("sweeps");
  stopping = new AbortController();
  running = NAMES.map((name) => holdLock(name, stopping.signal, (signal) => workUntil(name, signal)));
});
afterAll(async () => {
  stopping.abort();
  await Promise.all(running);
  // The database ends a session shortly after its connection closes.
  await until(async () => expect(await connections()).toEqual([]));
  // The driver warns when a statement is sent while another one runs on the same connection.
  expect(warnings).toEqual([]);
  await other.end();
  await closeDatabase();
});

async function workUntil(name: string, signal: AbortSignal): Promise<void> {
  begun.set(name, (begun.get(name) ?? 0) + 1);
  atWork.add(name);
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  atWork.delete(name);
}

async function tryLock(name: string): Promise<boolean> {
  const { rows } = await other.query("SELECT pg_try_advisory_lock(7301, hashtext($1)) AS taken", [name]);
  return rows[0].taken;
}

function connections() {
  return database().$queryRaw<{ pid: number }[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'chaintill locks %'`;
}

it("works under all free locks with one connection, and keeps others out of them", async () => {
  await until(() => expect([...atWork].sort()).toEqual(["reading", "sends"]));
  expect(await connections()).toHaveLength(1);
  expect(await tryLock("reading")).toBe(false);
  expect(begun.get("sweeps")).toBeUndefined();
});

it("starts the work of a lock that another worker releases", async () => {
  await other.query("SELECT pg_advisory_unlock(7301, hashtext('sweeps'))");
  await until(() => expect(atWork.size).toBe(NAMES.length));
  expect(await tryLock("sweeps")).toBe(false);
});

it("ends the work when the connection is lost, and restarts it with another one", async () => {
  const [before] = await connections();
  await database().$queryRaw`SELECT pg_terminate_backend(${before?.pid ?? 0}::int)`;
  await until(() => expect(NAMES.map((name) => begun.get(name))).toEqual([2, 2, 2]));
  expect(atWork.size).toBe(NAMES.length);
  expect(await connections()).toHaveLength(1);
});
