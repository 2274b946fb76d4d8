import { expect, test } from "vitest";
import { sendMailJob } from "@/lib/mail/jobs";
import { endDeadSendJob } from "@/lib/sends/jobs";
import { sweepNowJob } from "@/lib/sweeps/jobs";
import { sendPreparedTestJob, sendTestWebhookJob } from "@/lib/test-webhooks/jobs";
import { findChain, readSources, type SourceFile } from "@/lib/testing/source-files";
import { deliverWebhookJob } from "@/lib/webhooks/jobs";
import { INNER_JOBS, NODE_JOBS, OUTGOING_JOBS } from "@/lib/worker/registry";

const SOURCES: ReadonlyMap<string, SourceFile> = new Map(readSources(["lib"]).map((file) => [file.path, file]));

/** Every job by its name, with the file that defines it. */
const DEFINED: ReadonlyMap<string, string> = new Map(
  [...SOURCES.values()]
    .filter(({ path }) => !path.includes(".test.") && !path.includes("/testing/"))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/= defineJob\(\{\s*name: "([^"]+)"/g)].map(([, name = ""]) => [name, path] as const),
    ),
);

test("what waits for servers that merchants name never takes a place of what settles payments", () => {
  const inner = new Set(INNER_JOBS.map(({ name }) => name));
  const waiting = [deliverWebhookJob, sendTestWebhookJob, sendPreparedTestJob, sendMailJob].map(({ name }) => name);
  expect(waiting.filter((name) => inner.has(name))).toEqual([]);
  expect(OUTGOING_JOBS.map(({ name }) => name).toSorted()).toEqual(waiting.toSorted());
});

test("what asks nodes never takes a place of what settles payments", () => {
  const askingNodes = INNER_JOBS.flatMap(({ name }) => {
    const chain = findChain(SOURCES, DEFINED.get(name) ?? "", (path) => path === "lib/chains/registry.ts");
    return chain === undefined ? [] : [`${name}: ${chain.join(" -> ")}`];
  });
  expect(askingNodes).toEqual([]);
  const inner = new Set(INNER_JOBS.map(({ name }) => name));
  for (const { name } of [sweepNowJob, endDeadSendJob]) expect(inner.has(name)).toBe(false);
});

test("every job has one runner", () => {
  const names = [...INNER_JOBS, ...NODE_JOBS, ...OUTGOING_JOBS].map(({ name }) => name);
  expect(names.toSorted()).toEqual([...DEFINED.keys()].toSorted());
});
