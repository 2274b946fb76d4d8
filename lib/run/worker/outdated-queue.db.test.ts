import { afterAll, afterEach, expect, test } from "vitest";
import { closeDatabase, connectionPool } from "@/lib/kernel/db";
import { OutdatedQueue, runJobs } from "@/lib/run/worker/run-jobs";

afterAll(closeDatabase);
afterEach(async () => {
  process.exitCode = undefined;
  await connectionPool().query("DELETE FROM graphile_worker.migrations WHERE id = 999999");
});

const NOTIFIED = `SELECT pg_notify('worker:migrate', '{"migrationNumber": 999999, "breaking": true}')`;
const OTHERS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND";

test.each([
  ["is told of it", NOTIFIED],
  ["finds it when it connects again", `${OTHERS} query LIKE 'LISTEN%'`],
])("a queue that a newer version has changed is a fault of the worker that %s", async (_, notice) => {
  const faults: unknown[] = [];
  const { signal } = new AbortController();
  const runner = await runJobs([], 1, signal, { onFault: (error) => faults.push(error) });
  try {
    const listening = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'";
    await expect.poll(async () => (await connectionPool().query(listening)).rowCount).toBe(1);
    await connectionPool().query("INSERT INTO graphile_worker.migrations (id, breaking) VALUES (999999, true)");
    await connectionPool().query(notice);
    await expect.poll(() => faults, { timeout: 10_000 }).toEqual([expect.any(OutdatedQueue)]);
  } finally {
    await runner.stop();
  }
});
