import { expect, test } from "vitest";
import { sendPreparedTestJob, sendTestWebhookJob } from "@/lib/fronts/test-webhooks/jobs";
import { sendMailJob } from "@/lib/kernel/mail/jobs";
import { sendChatJob } from "@/lib/people/notifications/send-chat";
import { INNER_JOBS, NODE_JOBS, OUTGOING_JOBS, SETTLING_JOBS } from "@/lib/run/worker/registry";
import { failUnconfirmableSendJob } from "@/lib/sending/sends/jobs";
import { sweepNowJob } from "@/lib/sending/sweeps/sweep-now";
import { findChain, isTestFile, readSources, type SourceFile } from "@/scripts/lib/import-graph.mjs";

const SOURCES: ReadonlyMap<string, SourceFile> = new Map(readSources(["lib"]).map((file) => [file.path, file]));

const TEXTS = [...SOURCES.values()].filter(({ path }) => !isTestFile(path));

/**
 * Maps the constant of each job that one group declares and a later one defines to the job's name.
 */
const DECLARED: ReadonlyMap<string, string> = new Map(
  TEXTS.flatMap(({ text }) =>
    [...text.matchAll(/const (\w+) = declareJob\(\{\s*name: "([^"]+)"/g)].map(([, constant = "", name = ""]) => [
      constant,
      name,
    ]),
  ),
);

/** Maps every job's name to the file that defines it. */
const DEFINED: ReadonlyMap<string, string> = new Map(
  TEXTS.flatMap(({ path, text }) =>
    [...text.matchAll(/= defineJob\(\{\s*(?:name: "([^"]+)"|\.\.\.(\w+))/g)].map(([, name, constant = ""]) => [
      name ?? DECLARED.get(constant) ?? constant,
      path,
    ]),
  ),
);

test("jobs that wait for merchants' servers never take a slot from jobs that settle payments", () => {
  const inner = new Set([...SETTLING_JOBS, ...INNER_JOBS].map(({ name }) => name));
  const waiting = [sendTestWebhookJob, sendPreparedTestJob, sendMailJob, sendChatJob].map(({ name }) => name);
  expect(waiting.filter((name) => inner.has(name))).toEqual([]);
  expect(OUTGOING_JOBS.map(({ name }) => name).toSorted()).toEqual(waiting.toSorted());
});

test("jobs that query nodes never take a slot from jobs that settle payments", () => {
  const askingNodes = [...SETTLING_JOBS, ...INNER_JOBS].flatMap(({ name }) => {
    const chain = findChain(
      SOURCES,
      [DEFINED.get(name) ?? ""],
      (path) => path === "lib/chains/registry/create-driver.ts",
    );
    return chain === undefined ? [] : [`${name}: ${chain.join(" -> ")}`];
  });
  expect(askingNodes).toEqual([]);
  const inner = new Set(INNER_JOBS.map(({ name }) => name));
  for (const { name } of [sweepNowJob, failUnconfirmableSendJob]) expect(inner.has(name)).toBe(false);
});

test("every job has one runner", () => {
  const names = [...SETTLING_JOBS, ...INNER_JOBS, ...NODE_JOBS, ...OUTGOING_JOBS].map(({ name }) => name);
  expect(names.toSorted()).toEqual([...DEFINED.keys()].toSorted());
});
