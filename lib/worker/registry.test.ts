import { expect, test } from "vitest";
import { sendMailJob } from "@/lib/mail/jobs";
import { endDeadSendJob } from "@/lib/sends/jobs";
import { sweepNowJob } from "@/lib/sweeps/jobs";
import { sendTestWebhookJob } from "@/lib/test-webhooks/jobs";
import { deliverWebhookJob } from "@/lib/webhooks/jobs";
import { INNER_JOBS, NODE_JOBS, OUTGOING_JOBS } from "@/lib/worker/registry";

test("what waits for servers that merchants name never takes a place of what settles payments", () => {
  const inner = new Set(INNER_JOBS.map(({ name }) => name));
  for (const { name } of [deliverWebhookJob, sendTestWebhookJob, sendMailJob]) expect(inner.has(name)).toBe(false);
});

test("what asks nodes never takes a place of what settles payments", () => {
  const inner = new Set(INNER_JOBS.map(({ name }) => name));
  for (const { name } of [sweepNowJob, endDeadSendJob]) expect(inner.has(name)).toBe(false);
});

test("every job has one runner", () => {
  const names = [...INNER_JOBS, ...NODE_JOBS, ...OUTGOING_JOBS].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
