import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { listDeadJobs } from "@/lib/fronts/admin/jobs";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { defineJob, type Job } from "@/lib/kernel/jobs/define-job";
import { enqueue } from "@/lib/kernel/jobs/enqueue";
import { freeStuckJobs, runJobs } from "@/lib/run/worker/run-jobs";

afterAll(closeDatabase);

test("a job that fails after another took its key is not shown as given up; one that exhausted its attempts is", async () => {
  const runs: string[] = [];
  const job = defineJob({
    name: "replaced-while-running",
    payload: z.object({ name: z.string() }),
    attemptsMax: 1,
    run: async ({ name }) => {
      runs.push(name);
      if (name === "first") await add("second");
      throw new Error(`${name} failed`);
    },
  });
  const add = (name: string) => withTransaction((tx) => enqueue(tx, job, { name }, { key: "the one key" }));
  await add("first");
  const stopping = new AbortController();
  const runner = await runJobs([job] as unknown as readonly Job[], 1, stopping.signal);
  try {
    const given = async () => (await listDeadJobs({})).items.map(({ error }) => error);
    await expect.poll(given).toContain("second failed");
    expect([runs, await given()]).toEqual([["first", "second"], ["second failed"]]);
  } finally {
    stopping.abort();
    await runner.stop();
  }
});

test("a job whose worker died after another took its key is not shown as given up; one that was at its last attempt is", async () => {
  const payload = z.object({ name: z.string() });
  const job = defineJob({ name: "worker-died", payload, attemptsMax: 1, run: async () => undefined });
  const add = (name: string, key?: string) =>
    withTransaction((tx) => enqueue(tx, job, { name }, key === undefined ? {} : { key }));
  await add("replaced", "its key");
  await add("last attempt");
  await database().$executeRaw`
    UPDATE graphile_worker._private_jobs SET attempts = 1, locked_by = 'a dead worker',
      locked_at = now() - interval '1 hour', updated_at = now() - interval '2 hours' WHERE payload ->> 'name' IN ('replaced', 'last attempt')`;
  await add("successor", "its key");
  await freeStuckJobs();
  const left = await database().$queryRaw`
    SELECT payload ->> 'name' AS name, attempts, locked_at IS NOT NULL AS "isLocked" FROM graphile_worker._private_jobs
    WHERE payload ->> 'name' IN ('replaced', 'last attempt', 'successor') ORDER BY 1`;
  expect(left).toEqual([
    { name: "last attempt", attempts: 1, isLocked: false },
    { name: "successor", attempts: 0, isLocked: false },
  ]);
});
