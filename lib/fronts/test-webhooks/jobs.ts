import { z } from "zod";
import { findQueuedTest, recordAnswer } from "@/lib/fronts/test-webhooks/console-repo";
import { sendPreparedRequest, sendTestWebhook } from "@/lib/fronts/test-webhooks/send-test-webhook";
import { readStoredHeaders } from "@/lib/fronts/test-webhooks/stored-headers";
import type { TestWebhook } from "@/lib/fronts/test-webhooks/test-webhook";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { defineJob, type Job } from "@/lib/kernel/jobs/define-job";
import { enqueue } from "@/lib/kernel/jobs/enqueue";
import { log } from "@/lib/kernel/log";

/** Behind everything that reports something. */
const PRIORITY = 30;
/** Somebody waits and looks; a test that comes much later than it was asked for confuses more than none. */
const AGE_MS_MAX = 10 * 60_000;
const ATTEMPTS_MAX = 3;

const testWebhook = z.object({
  id: z.uuid(),
  merchantId: z.uuid(),
  url: z.string(),
  payload: z.string(),
  keyKind: z.enum(["payment", "payout"]),
  createdAt: z.iso.datetime(),
});

/** Sends one test webhook, once. While its host is busy it waits for a place; after ten minutes it is dropped. */
export const sendTestWebhookJob: Job<typeof testWebhook> = defineJob({
  name: "send-test-webhook",
  payload: testWebhook,
  attemptsMax: ATTEMPTS_MAX,
  run: async (payload, { signal }) => {
    const test: TestWebhook = { ...payload, createdAt: new Date(payload.createdAt) };
    const outcome = await sendTestWebhook(test, { signal });
    if (outcome.kind === "stopped") throw new Error("The worker stopped before the test webhook was answered");
    if (outcome.kind === "busy") return await tryLater(test, outcome.retryInMs);
    const { httpStatus, error } = outcome.sent.attempt;
    log().info({ testWebhook: test.id, merchant: test.merchantId, httpStatus, error }, "test webhook sent");
  },
});

/** Hands a test webhook to the worker: whoever asked for it need not wait for the receiver. */
export async function queueTestWebhook(test: TestWebhook, runAt = new Date()): Promise<void> {
  const payload = { ...test, createdAt: test.createdAt.toISOString() };
  await withTransaction((tx) => enqueue(tx, sendTestWebhookJob, payload, { runAt, priority: PRIORITY }));
}

async function tryLater(test: TestWebhook, inMs: number): Promise<void> {
  const runAt = new Date(Date.now() + inMs);
  if (runAt.getTime() - test.createdAt.getTime() <= AGE_MS_MAX) return await queueTestWebhook(test, runAt);
  log().warn({ testWebhook: test.id, merchant: test.merchantId }, "test webhook dropped: its host did not answer");
}

const preparedTest = z.object({ testId: z.uuid() });

/**
 * Sends a test of the console as it was shown, and keeps the answer. While its host is busy it waits for a place; after ten minutes that is
 * the answer. A worker that dies between sending and keeping leaves it to be sent a second time.
 */
export const sendPreparedTestJob: Job<typeof preparedTest> = defineJob({
  name: "send-prepared-test",
  payload: preparedTest,
  attemptsMax: ATTEMPTS_MAX,
  run: async ({ testId }, { signal }) => {
    const test = await findQueuedTest(testId);
    if (test === null) return;
    const { merchantId, url, body } = test;
    const headers = readStoredHeaders(test.requestHeaders);
    const outcome = await sendPreparedRequest({ merchantId, url, body, headers }, { signal });
    if (outcome.kind === "stopped") throw new Error("The worker stopped before the test webhook was answered");
    if (outcome.kind === "sent") return await recordAnswer(testId, outcome.sent.attempt);
    const runAt = new Date(Date.now() + outcome.retryInMs);
    if (runAt.getTime() - test.createdAt.getTime() <= AGE_MS_MAX) {
      return await withTransaction((tx) => enqueuePreparedTest(tx, testId, runAt));
    }
    const nothing = { startedAt: new Date(), durationMs: 0, httpStatus: null, responseExcerpt: null };
    await recordAnswer(testId, { ...nothing, error: "It was not sent: its host did not answer what came before" });
  },
});

/** Hands a prepared test to the worker. */
export async function enqueuePreparedTest(tx: Tx, testId: string, runAt = new Date()): Promise<void> {
  await enqueue(tx, sendPreparedTestJob, { testId }, { key: `webhook-test:${testId}`, runAt });
}
