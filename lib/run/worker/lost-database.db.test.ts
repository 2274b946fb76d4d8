import pg from "pg";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { z } from "zod";
import { closeDatabase, withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { defineJob, type Job } from "@/lib/kernel/jobs/define-job";
import { enqueue } from "@/lib/kernel/jobs/enqueue";
import { runJobs } from "@/lib/run/worker/run-jobs";

const server = new pg.Client({ connectionString: inject("databaseServer").url });
const database = new URL(env().DATABASE_URL).pathname.slice(1);

beforeAll(() => server.connect());
afterAll(async () => {
  await closeDatabase();
  await server.end();
});

/**
 * Waits for the end of each. Not the server's own autovacuum: only a superuser may end that, and it
 * would be an error.
 */
const END_CLIENTS = `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
  WHERE datname = $1 AND backend_type = 'client backend'`;

/** Ends every connection to the database of this file, and refuses new ones while it is `false`. */
async function letConnect(isAllowed: boolean): Promise<void> {
  await server.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS ${isAllowed}`);
  if (!isAllowed) await server.query(END_CLIENTS, [database]);
}

test("a queue whose job ended while the database was away runs jobs again when it is back", async () => {
  const ended: string[] = [];
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const job = defineJob({
    name: "ends-while-away",
    payload: z.object({ name: z.string() }),
    attemptsMax: 1,
    run: async ({ name }) => {
      ended.push(`${name} began`);
      if (name === "first") await gate;
    },
  });
  const add = (name: string) => withTransaction((tx) => enqueue(tx, job, { name }));
  // The queue prints each place that it gives up.
  const givenUp = vi.spyOn(console, "trace").mockImplementation(() => undefined);
  const stopping = new AbortController();
  const runner = await runJobs([job] as unknown as readonly Job[], 1, stopping.signal);
  try {
    await add("first");
    await expect.poll(() => ended).toEqual(["first began"]);
    await letConnect(false);
    open();
    await expect.poll(() => givenUp.mock.calls.length).toBe(1);
    await letConnect(true);
    await add("second");
    await expect.poll(() => ended).toEqual(["first began", "second began"]);
  } finally {
    await letConnect(true);
    // Stopping waits for the job: after a failure it would hide the error behind a hang.
    open();
    stopping.abort();
    await runner.stop();
    givenUp.mockRestore();
  }
});
