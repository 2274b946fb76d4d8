import { z } from "zod";
import {
  classifyReceiver,
  createHostBulkhead,
  type HostBulkhead,
  hostOf,
  processBulkhead,
} from "@/lib/delivery/webhooks/host-bulkhead";
import { postWebhook, type SentDelivery, sendDelivery } from "@/lib/delivery/webhooks/post-webhook";
import type { WebhookRequest } from "@/lib/delivery/webhooks/sign-payload";
import { readStoredHeaders } from "@/lib/fronts/test-webhooks/console-queries";
import { findQueuedTest, recordAnswer } from "@/lib/fronts/test-webhooks/console-repo";
import type { TestWebhook } from "@/lib/fronts/test-webhooks/schema";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { defineJob, type Job } from "@/lib/kernel/jobs/define-job";
import { enqueue } from "@/lib/kernel/jobs/enqueue";
import { log } from "@/lib/kernel/log";
import { findSigningKeys } from "@/lib/people/keys/api-keys";

/** Behind everything that reports something. */
const PRIORITY = 30;
/**
 * Somebody waits and looks; a test that comes much later than it was asked for confuses more than
 * none.
 */
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

/**
 * Sends one test webhook, once. While its host is busy it waits for a place; after ten minutes it
 * is dropped.
 */
export const sendTestWebhookJob: Job<typeof testWebhook> = defineJob({
  name: "send-test-webhook",
  payload: testWebhook,
  attemptsMax: ATTEMPTS_MAX,
  run: async (payload, { signal }) => {
    const test: TestWebhook = { ...payload, createdAt: new Date(payload.createdAt) };
    const outcome = await sendTestWebhook(test, { signal });
    if (outcome.kind === "stopped") throw new Error("The worker stopped before the test webhook got a response");
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
 * Sends a test of the console as it was shown, and keeps the answer. While its host is busy it
 * waits for a place; after ten minutes that is the answer. A worker that dies between sending and
 * keeping leaves it to be sent a second time.
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
    if (outcome.kind === "stopped") throw new Error("The worker stopped before the test webhook got a response");
    if (outcome.kind === "sent") return await recordAnswer(testId, outcome.sent.attempt);
    const runAt = new Date(Date.now() + outcome.retryInMs);
    if (runAt.getTime() - test.createdAt.getTime() <= AGE_MS_MAX) {
      return await withTransaction((tx) => enqueuePreparedTest(tx, testId, runAt));
    }
    const nothing = { startedAt: new Date(), durationMs: 0, httpStatus: null, responseExcerpt: null };
    await recordAnswer(testId, { ...nothing, error: "Not sent: the host did not respond to earlier webhooks" });
  },
});

/** Hands a prepared test to the worker. */
export async function enqueuePreparedTest(tx: Tx, testId: string, runAt = new Date()): Promise<void> {
  await enqueue(tx, sendPreparedTestJob, { testId }, { key: `webhook-test:${testId}`, runAt });
}

type TestOutcome =
  /** What the receiver said, or why it said nothing. */
  | { readonly kind: "sent"; readonly sent: SentDelivery }
  /** The host, or the merchant, holds all the places that it may hold; nothing was sent. */
  | { readonly kind: "busy"; readonly retryInMs: number }
  /** `signal` ended the call; whether it arrived is unknown. */
  | { readonly kind: "stopped" };

/**
 * By merchant and not by host: hosts cost nothing, and each new one would bring places that real
 * webhooks then wait for.
 */
const merchants = createHostBulkhead();

type SendOptions = { readonly signal: AbortSignal; readonly bulkhead?: HostBulkhead };

/**
 * Sends a test webhook once, as real ones are sent: signed the same way, to an address that was
 * checked, bounded in time and size, following no redirect, with no more places than its host gets
 * for real ones, and no more for all hosts of its merchant together. Answers what the receiver
 * said; saves nothing.
 */
export function sendTestWebhook(test: TestWebhook, options: SendOptions): Promise<TestOutcome> {
  return withPlaces(test, options, () => sendDelivery(test, findSigningKeys, options.signal));
}

/** The same for one that was signed and shown before: these bytes and no others go out. */
function sendPreparedRequest(
  test: WebhookRequest & { readonly merchantId: string },
  options: SendOptions,
): Promise<TestOutcome> {
  return withPlaces(test, options, () => postWebhook(test, options.signal));
}

type Send = () => Promise<SentDelivery | null>;

async function withPlaces(
  target: { readonly merchantId: string; readonly url: string },
  options: SendOptions,
  send: Send,
): Promise<TestOutcome> {
  const place = merchants.enter(target.merchantId);
  if (place.kind === "refused") return { kind: "busy", retryInMs: place.retryInMs };
  try {
    return await withPlaceOfHost(target.url, options, send);
  } finally {
    // Whatever its hosts do, they are judged by themselves.
    place.leave("quick");
  }
}

async function withPlaceOfHost(url: string, options: SendOptions, send: Send): Promise<TestOutcome> {
  const pass = (options.bulkhead ?? processBulkhead).enter(hostOf(url));
  if (pass.kind === "refused") return { kind: "busy", retryInMs: pass.retryInMs };
  let sent: SentDelivery | null = null;
  try {
    sent = await send();
  } finally {
    pass.leave(sent === null ? "quick" : classifyReceiver(sent.attempt));
  }
  return sent === null ? { kind: "stopped" } : { kind: "sent", sent };
}
