import { randomUUID } from "node:crypto";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { defineJob, type Job } from "@/lib/kernel/jobs/define-job";
import { enqueue } from "@/lib/kernel/jobs/enqueue";
import { log } from "@/lib/kernel/log";
import { tracedRequest } from "@/lib/kernel/tracing/traced";
import { logMembers, noteCreated } from "@/lib/kernel/work-context";
import { runJobs } from "@/lib/run/worker/run-jobs";

afterEach(() => vi.restoreAllMocks());
afterAll(closeDatabase);

test("log lines of a job, of its failure and of the job that it adds have the id of the request or object that caused it", async () => {
  const seen: unknown[] = [];
  const failures: unknown[] = [];
  vi.spyOn(log(), "error").mockImplementation((members: unknown) => void failures.push(members));
  const next = defineJob({
    name: "traced-next",
    payload: z.strictObject({ name: z.string() }),
    attemptsMax: 1,
    run: async ({ name }) => {
      seen.push([name, "next", logMembers()]);
      throw new Error("failed");
    },
  });
  const first = defineJob({
    name: "traced-first",
    payload: z.strictObject({ name: z.string() }),
    run: async (payload) => {
      seen.push([payload.name, "first", logMembers()]);
      await withTransaction((tx) => enqueue(tx, next, payload));
    },
  });
  const add = (name: string, about?: string) =>
    withTransaction((tx) => enqueue(tx, first, { name }, about === undefined ? {} : { about }));
  const [requestId, ofCreating, created, other] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const request = (id: string, run: () => Promise<void>) =>
    tracedRequest({ id, method: "POST", route: "/v1/payment", address: null }, async () => {
      await run();
      return { status: 200 };
    });
  await request(requestId, () => add("of the request"));
  await request(ofCreating, async () => {
    noteCreated("invoice", created);
    await add("of what it created");
    await add("of another object", other);
  });
  await add("of nothing");
  const stopping = new AbortController();
  const runner = await runJobs([first, next] as unknown as readonly Job[], 1, stopping.signal);
  try {
    await expect.poll(() => seen.length).toBe(8);
    await expect.poll(() => failures.length).toBe(4);
  } finally {
    stopping.abort();
    await runner.stop();
  }
  const traces = { "of the request": requestId, "of what it created": created, "of another object": other };
  const expected = Object.entries(traces).flatMap(([name, trace]) =>
    ["first", "next"].map((job) => [name, job, { trace }]),
  );
  expect(seen).toEqual(expect.arrayContaining([...expected, ["of nothing", "first", {}], ["of nothing", "next", {}]]));
  expect(failures).toEqual(
    expect.arrayContaining([...Object.values(traces).map((trace) => ({ queue: true, trace })), { queue: true }]),
  );
  await database().$executeRaw`DELETE FROM graphile_worker._private_jobs WHERE last_error IS NOT NULL`;
});
