import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, connectionPool } from "@/lib/kernel/db";
import { openRawConnection, processUrls, type RunRaw } from "@/lib/testing/process-users";
import { describeProcesses, listRunning } from "@/scripts/lib/running-processes.mjs";

/** What a web process that was taken over can do to the list for which contract migrations wait. */

const [WORKER, OTHER] = ["7c9b1a52-0c8e-4e1e-9a0f-0e4f5a7f6b01", "7c9b1a52-0c8e-4e1e-9a0f-0e4f5a7f6b02"];
const LIST = `INSERT INTO running_processes (id, kind, version, host, pid, started_at, last_seen_at)
  VALUES ($1, $2, $3, $4, 7, now(), $5::timestamptz)`;
const VERSION = "1.0.0+11111111";

let web: RunRaw;
let worker: RunRaw;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const urls = await processUrls();
  const [first, second] = [await openRawConnection(urls.web), await openRawConnection(urls.worker)];
  [web, worker] = [first.runRaw, second.runRaw];
  closers.push(first.close, second.close);
});
beforeEach(async () => {
  await connectionPool().query("DELETE FROM running_processes");
  await connectionPool().query("DELETE FROM worker_heartbeats");
  expect(await worker([LIST, WORKER, "worker", VERSION, "one.example", new Date()])).toBeNull();
});
afterAll(async () => {
  for (const close of closers) await close();
  await closeDatabase();
});

const names = async () => describeProcesses(await listRunning(connectionPool()));
const WORKER_LINE = `worker ${VERSION} on one.example, process 7`;
const WEB_LINE = `web ${VERSION} on one.example, process 7`;

describe("the web process cannot", () => {
  test("hide a worker", async () => {
    const refusal = /not a web process/;
    expect(await web(["UPDATE running_processes SET last_seen_at = now() - interval '1 hour'"])).toMatch(refusal);
    expect(await web(["DELETE FROM running_processes"])).toMatch(refusal);
    const sql = `${LIST} ON CONFLICT (id) DO UPDATE SET last_seen_at = now() - interval '1 hour'`;
    expect(await web([sql, WORKER, "web", VERSION, "one.example", new Date()])).toMatch(refusal);
    expect(await names()).toEqual([WORKER_LINE]);
  });

  test("list a worker, or anything that changes a terminal", async () => {
    const now = new Date();
    expect(await web([LIST, OTHER, "worker", VERSION, "one.example", now])).toMatch(/not a web process/);
    for (const [version, host] of [
      ["\u001b[2J", "one.example"],
      [VERSION, "one\nupgraded"],
      [VERSION, "\u009b2J"],
      [VERSION, "x".repeat(256)],
      ["1".repeat(101), "one.example"],
    ])
      expect(await web([LIST, OTHER, "web", version, host, now])).toMatch(/check constraint/);
    expect(await names()).toEqual([WORKER_LINE]);
  });

  test("be seen in the future, or hide a web process in the past", async () => {
    expect(await web([LIST, OTHER, "web", VERSION, "one.example", "2100-01-01"])).toBeNull();
    expect(await web(["UPDATE running_processes SET last_seen_at = '2000-01-01' WHERE kind = 'web'"])).toBeNull();
    expect(await names()).toEqual([WEB_LINE, WORKER_LINE]);
    await connectionPool().query("UPDATE running_processes SET last_seen_at = '2100-01-01'");
    const { rowCount } = await connectionPool().query("SELECT FROM running_processes WHERE last_seen_at <= now()");
    expect(rowCount).toBe(2);
  });
});

test("the web process lists itself, leaves, and removes what has not counted for a day", async () => {
  expect(await web([LIST, OTHER, "web", VERSION, "one.example", new Date()])).toBeNull();
  expect(await web(["UPDATE running_processes SET last_seen_at = now() WHERE id = $1", OTHER])).toBeNull();
  await connectionPool().query("UPDATE running_processes SET last_seen_at = now() - interval '2 days'");
  expect(await web(["DELETE FROM running_processes WHERE last_seen_at < now() - interval '1 day'"])).toBeNull();
  expect(await names()).toEqual([]);
});

test("a worker lives by its heartbeat, with the version that it was listed with", async () => {
  await connectionPool().query(
    "INSERT INTO worker_heartbeats (id, host, pid, started_at, last_seen_at) VALUES ($1, 'one.example', 7, now(), now())",
    [WORKER],
  );
  expect(await names()).toEqual([WORKER_LINE]);
  await connectionPool().query("UPDATE running_processes SET last_seen_at = now() - interval '1 hour'");
  expect(await names()).toEqual([WORKER_LINE]);
});

test("a row from further in the future than clocks differ is no sign of life", async () => {
  const client = await connectionPool().connect();
  try {
    await client.query("BEGIN; ALTER TABLE running_processes DISABLE TRIGGER ALL");
    await client.query("UPDATE running_processes SET last_seen_at = now() + interval '1 minute'");
    expect(await listRunning(client)).toEqual([]);
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
});

test("what was stored before is printed without control characters", () => {
  const stored = { kind: "web", version: "\u001b[2J", host: "one\nupgraded", pid: 7, startedAt: new Date() } as const;
  expect(describeProcesses([stored])).toEqual(["web ?[2J on one?upgraded, process 7"]);
});
