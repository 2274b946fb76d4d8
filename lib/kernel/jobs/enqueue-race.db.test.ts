import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { closeDatabase, database, type Tx, withTransaction } from "@/lib/kernel/db";
import { defineJob } from "@/lib/kernel/jobs/define-job";
import { enqueue, enqueueAll } from "@/lib/kernel/jobs/enqueue";
import { countLockWaits } from "@/lib/testing/lock-waits";

afterAll(closeDatabase);

const job = defineJob({ name: "settle-somebody", payload: z.object({ of: z.string() }), run: async () => undefined });

test.each([
  ["one job", (tx: Tx, key: string) => enqueue(tx, job, { of: "second" }, { key })],
  [
    "one of many jobs",
    (tx: Tx, key: string) =>
      enqueueAll(tx, job, [
        { payload: { of: "other" }, key: "another key" },
        { payload: { of: "second" }, key },
      ]),
  ],
])("does not lose %s enqueued while a worker takes the waiting one of its key", async (name, ask) => {
  await withTransaction((tx) => enqueue(tx, job, { of: "first" }, { key: name }));
  let asking: Promise<void> | undefined;
  await withTransaction(async (tx) => {
    await takeAsWorkersDo(tx, name);
    asking = withTransaction((other) => ask(other, name));
    await expect.poll(countLockWaits).toBe(1);
  });
  await asking;
  expect(await jobsOf(name)).toEqual([{ payload: { of: "second" }, isTaken: false }]);
});

test("keeps time and priority, and writes all jobs without a key", async () => {
  const runAt = new Date("2031-05-06T07:08:09.123Z");
  await withTransaction(async (tx) => {
    for (const _ of [1, 2]) await enqueue(tx, job, { of: "keyless" });
    await enqueue(tx, job, { of: "later" }, { key: "later", runAt, priority: -3 });
  });
  const rows = await database().$queryRaw<unknown[]>`
    SELECT payload->>'of' AS of, priority, run_at = ${runAt} AS "isLater", max_attempts AS tries FROM graphile_worker._private_jobs
    WHERE payload->>'of' IN ('keyless', 'later') ORDER BY id`;
  const keyless = { of: "keyless", priority: 0, isLater: false, tries: job.attemptsMax };
  expect(rows).toEqual([keyless, keyless, { of: "later", priority: -3, isLater: true, tries: job.attemptsMax }]);
});

/**
 * Writes what graphile-worker's own statement does when it hands out a job; the transaction stays
 * open in the meantime.
 */
async function takeAsWorkersDo(tx: Tx, key: string): Promise<void> {
  const taken = await tx.$executeRaw`
    UPDATE graphile_worker._private_jobs SET attempts = attempts + 1, locked_by = 'another worker', locked_at = now() WHERE key = ${key}`;
  expect(taken).toBe(1);
}

/** Returns the jobs with this key; a running job no longer has one. */
function jobsOf(key: string): Promise<unknown[]> {
  return database().$queryRaw`
    SELECT payload, locked_at IS NOT NULL AS "isTaken" FROM graphile_worker._private_jobs WHERE key = ${key}`;
}
