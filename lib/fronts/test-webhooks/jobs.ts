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

/** Below everything that reports a real event. */
const PRIORITY = 30;
/** The user waits for the result; a test sent much later confuses more than none. */
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
 * Sends one test webhook, once. While its host is busy it waits for a slot; after ten minutes it is
 * dropped.
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

/** Enqueues a test webhook, so that its requester need not wait for the receiver. */
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
 * Sends a test of the console as shown, and stores the response. While its host is busy it waits
 * for a slot; after ten minutes that is its result. If a worker dies between sending and storing,
 * it is sent a second time.
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

export async function enqueuePreparedTest(tx: Tx, testId: string, runAt = new Date()): Promise<void> {
  await enqueue(tx, sendPreparedTestJob, { testId }, { key: `webhook-test:${testId}`, runAt });
}

type TestOutcome =
  /** The receiver's response, or why there was none. */
  | { readonly kind: "sent"; readonly sent: SentDelivery }
  /** The host or the merchant uses all of its slots; nothing was sent. */
  | { readonly kind: "busy"; readonly retryInMs: number }
  /** `signal` aborted the call; whether it arrived is unknown. */
  | { readonly kind: "stopped" };

/** So that a merchant has four slots. */
const PLACES_AS_IF = 16;

/**
 * Keyed by merchant, not by host: hosts cost nothing, and each new one would add slots for which
 * real webhooks then wait.
 */
const merchants = createHostBulkhead(PLACES_AS_IF);

type SendOptions = { readonly signal: AbortSignal; readonly bulkhead?: HostBulkhead };

/**
 * Sends a test webhook once, in the same way as real ones: signed, to a checked address, limited in
 * time and size, following no redirect, with no more slots than its host gets for real ones, and no
 * more for all hosts of its merchant together. Returns the receiver's response; stores nothing.
 */
export function sendTestWebhook(test: TestWebhook, options: SendOptions): Promise<TestOutcome> {
  return withPlaces(test, options, () => sendDelivery(test, findSigningKeys, options.signal));
}

/** Does the same for one that was signed and shown before: sends exactly these bytes. */
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
    // The hosts' own bulkhead judges them; the merchant's never does.
    place.leave("quick");
  }
}

async function withPlaceOfHost(url: string, options: SendOptions, send: Send): Promise<TestOutcome> {
  const pass = (options.bulkhead ?? processBulkhead()).enter(hostOf(url));
  if (pass.kind === "refused") return { kind: "busy", retryInMs: pass.retryInMs };
  let sent: SentDelivery | null = null;
  try {
    sent = await send();
  } finally {
    pass.leave(sent === null ? "quick" : classifyReceiver(sent.attempt));
  }
  return sent === null ? { kind: "stopped" } : { kind: "sent", sent };
}
