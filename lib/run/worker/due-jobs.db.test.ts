import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { defineJob } from "@/lib/kernel/jobs/define-job";
import { enqueue } from "@/lib/kernel/jobs/enqueue";
import { notifyDueJobs } from "@/lib/run/worker/repo";
import { until } from "@/lib/run/worker/testing/observe";

const job = defineJob({ name: "due-some-time", payload: z.object({}), run: async () => undefined });
const counts: number[] = [];
let listener: pg.Client;

beforeAll(async () => {
  listener = new pg.Client({ connectionString: env().DATABASE_URL });
  await listener.connect();
  const runAt = new Date(Date.now() + 86_400_000);
  await withTransaction((tx) => enqueue(tx, job, {}, { runAt }));
  listener.on("notification", ({ payload }) => counts.push(JSON.parse(payload ?? "").count));
  await listener.query('LISTEN "jobs:insert"');
});
afterAll(async () => {
  await listener?.end();
  await closeDatabase();
});

it("wakes the runners for due jobs, and not for those that wait, are locked or were given up", async () => {
  await notifyDueJobs();
  await setJob("run_at = now()");
  await notifyDueJobs();
  await until(() => expect(counts).toEqual([1]));
  await setJob("locked_at = now(), locked_by = 'somebody'");
  await notifyDueJobs();
  await setJob("locked_at = NULL, locked_by = NULL, attempts = max_attempts");
  await notifyDueJobs();
  await setJob("attempts = 0");
  await notifyDueJobs();
  await until(() => expect(counts).toEqual([1, 1]));
});

function setJob(change: string) {
  return database().$executeRawUnsafe(`UPDATE graphile_worker._private_jobs SET ${change}`);
}
