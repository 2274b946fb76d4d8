import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { listDeadJobs } from "@/lib/fronts/admin/jobs";
import { closeDatabase, withTransaction } from "@/lib/kernel/db";
import { defineJob, type Job } from "@/lib/kernel/jobs/define-job";
import { enqueue } from "@/lib/kernel/jobs/enqueue";
import { runJobs } from "@/lib/run/worker/run-jobs";

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
