import { z } from "zod";
import type { DeliveryObject, Turn } from "@/lib/delivery/webhooks/delivery-object";
import { classifyReceiver, type HostBulkhead, hostOf, processBulkhead } from "@/lib/delivery/webhooks/host-bulkhead";
import { retryDelayMs, type SentDelivery, sendDelivery } from "@/lib/delivery/webhooks/post-webhook";
import { DELIVER_WEBHOOK, enqueueDelivery } from "@/lib/delivery/webhooks/queue-webhook";
import {
  type AttemptResult,
  type ClaimedDelivery,
  claimOldest,
  findNextTry,
  findStranded,
  recordAttempt,
  releaseClaim,
} from "@/lib/delivery/webhooks/repo";
import type { FindSigningKeys } from "@/lib/delivery/webhooks/sign-payload";
import { runBatch } from "@/lib/kernel/batch";
import { collectCalls } from "@/lib/kernel/collect-calls";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { defineJob } from "@/lib/kernel/jobs/define-job";
import { log } from "@/lib/kernel/log";
import { findSigningKeys } from "@/lib/people/keys/api-keys";
import { queueNotification } from "@/lib/people/notifications/notify-people";

/**
 * The fourth failure comes about a quarter of an hour after the first: no restart takes that long.
 */
const FAILURES_TOLD = 4;

/**
 * Notifies the merchant's members that a receiver does not accept its webhooks, at most once a day
 * each.
 */
async function notifyMembers(
  tx: Tx,
  claim: ClaimedDelivery,
  { attempt }: SentDelivery,
  { state }: AttemptResult,
): Promise<void> {
  const shouldNotify = state === "failed" || (state === "pending" && claim.attemptCount + 1 === FAILURES_TOLD);
  if (!shouldNotify) return;
  const host = hostOf(claim.url);
  const answer = attempt.httpStatus === null ? (attempt.error ?? "no response") : `HTTP ${attempt.httpStatus}`;
  const reference = `${host.slice(0, 200)}:${attempt.startedAt.toISOString().slice(0, 10)}`;
  const { merchantId } = claim;
  await queueNotification(tx, { kind: "webhook_failing", merchantId, reference, detail: { host, answer } });
}

/** The time limit of a call plus a margin for signing and recording. */
const LEASE_MS = 30_000;

export type DeliverOptions = {
  readonly findSigningKeys: FindSigningKeys;
  /** Adds the object's job again, in the transaction that decides when. */
  readonly enqueueAgain: (tx: Tx, object: DeliveryObject, runAt: Date, turn: Turn) => Promise<void>;
  readonly signal: AbortSignal;
  /** For tests; defaults to the bulkhead of the process. */
  readonly bulkhead?: HostBulkhead;
};

/**
 * Sends the oldest undelivered event of one object once, and arranges what comes next: the
 * following event, the retry, or nothing. Claim and record are separate transactions; the call lies
 * between them. After a crash in between the claim expires, and the same bytes are sent again.
 */
export async function deliverNext(object: DeliveryObject, options: DeliverOptions): Promise<void> {
  const claim = await claimOldest(object, LEASE_MS);
  if (claim === null) return await withTransaction((tx) => planNext(tx, object, "again", options));
  const pass = await (options.bulkhead ?? processBulkhead()).enterSoon(hostOf(claim.url));
  if (pass.kind === "refused") return await postpone(claim, object, pass.retryInMs, options);
  let sent: SentDelivery | null = null;
  try {
    sent = await sendDelivery(claim, options.findSigningKeys, options.signal);
  } finally {
    pass.leave(sent === null ? "quick" : classifyReceiver(sent.attempt));
  }
  if (sent === null) return await postpone(claim, object, 0, options);
  const failure = await record({ object, claim, sent, options });
  if (failure !== null) throw failure.error;
}

type Sent = {
  readonly object: DeliveryObject;
  readonly claim: ClaimedDelivery;
  readonly sent: SentDelivery;
  readonly options: DeliverOptions;
};

const RECORDED_AT_ONCE = 50;

type Failure = { readonly error: unknown };

/** Records what was sent at the same time in one transaction; if that fails, each by itself. */
const record = collectCalls(
  async (results: readonly Sent[]): Promise<(Failure | null)[]> => {
    const failure = await recordTogether(results);
    if (failure === null || results.length === 1) return results.map(() => failure);
    log().warn({ err: failure.error, webhooks: results.length }, "webhook attempts are recorded one by one");
    const failures: (Failure | null)[] = [];
    for (const one of results) failures.push(await recordTogether([one]));
    return failures;
  },
  { max: RECORDED_AT_ONCE },
);

async function recordTogether(results: readonly Sent[]): Promise<Failure | null> {
  const recordAll = (tx: Tx) =>
    runBatch(
      tx,
      results.map((one) => () => recordInTransaction(tx, one)),
    );
  return withTransaction(recordAll).then(
    () => null,
    (error: unknown) => ({ error }),
  );
}

async function recordInTransaction(tx: Tx, { object, claim, sent, options }: Sent): Promise<void> {
  const result = resultOf(sent, claim);
  const isRecorded = await recordAttempt(tx, claim, sent.attempt, result);
  if (!isRecorded) log().warn({ delivery: claim.id }, "webhook attempt outlived its claim");
  if (isRecorded) await notifyMembers(tx, claim, sent, result);
  await planNext(tx, object, result.state === "pending" ? "again" : "next", options);
}

function resultOf(sent: SentDelivery, claim: ClaimedDelivery): AttemptResult {
  if (sent.isDelivered) return { state: "delivered" };
  const retryInMs = retryDelayMs(claim.attemptCount + 1, sent.retryAfterMs, Math.random());
  return retryInMs === null ? { state: "failed" } : { state: "pending", retryInMs };
}

async function postpone(
  claim: ClaimedDelivery,
  object: DeliveryObject,
  retryInMs: number,
  options: DeliverOptions,
): Promise<void> {
  await withTransaction(async (tx) => {
    await releaseClaim(tx, claim, retryInMs);
    await planNext(tx, object, "again", options);
  });
}

async function planNext(tx: Tx, object: DeliveryObject, turn: Turn, options: DeliverOptions): Promise<void> {
  const runAt = await findNextTry(tx, object);
  if (runAt !== null) await options.enqueueAgain(tx, object, runAt, turn);
}

/** Sends one event of one object and enqueues itself again for the next. */
export const deliverWebhookJob = defineJob({
  ...DELIVER_WEBHOOK,
  run: async (object, { signal }) => {
    await deliverNext(object, { findSigningKeys, enqueueAgain: enqueueDelivery, signal });
  },
});

/**
 * An event that has been due for this long has lost its job: a worker died between claiming and
 * recording.
 */
const OVERDUE_MS = 60_000;
const OBJECTS_A_SCAN = 1_000;

/** Adds the job again for objects whose events wait without one. Runs every minute. */
export const requeueStrandedDeliveriesJob = defineJob({
  name: "requeue-stranded-deliveries",
  payload: z.object({}),
  run: async () => {
    const stranded = await findStranded(OVERDUE_MS, OBJECTS_A_SCAN);
    // At the time when it was due, not now: a job that merely waits for its turn keeps its position
    // in the queue.
    await withTransaction(async (tx) => {
      for (const { dueSince, objectKind, objectId } of stranded)
        await enqueueDelivery(tx, { objectKind, objectId }, dueSince, "again");
    });
  },
});
