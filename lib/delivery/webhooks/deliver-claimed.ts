import pLimit from "p-limit";
import { classifyReceiver, type HostBulkhead, hostOf, processBulkhead } from "@/lib/delivery/webhooks/host-bulkhead";
import { retryDelayMs, type SentDelivery, sendDelivery } from "@/lib/delivery/webhooks/post-webhook";
import {
  type AttemptResult,
  type ClaimedDelivery,
  lockFreeObjects,
  lockObject,
  type Release,
  recordAttempt,
  releaseClaims,
} from "@/lib/delivery/webhooks/repo";
import type { FindSigningKeys } from "@/lib/delivery/webhooks/sign-payload";
import { runBatch } from "@/lib/kernel/batch";
import { collectCalls } from "@/lib/kernel/collect-calls";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { withTrace } from "@/lib/kernel/work-context";
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

export type DeliverOptions = {
  readonly findSigningKeys: FindSigningKeys;
  readonly signal: AbortSignal;
  /** For tests; defaults to the bulkhead of the process. */
  readonly bulkhead?: HostBulkhead;
};

/**
 * Sends a claimed event once and records the result, which releases the claim. Claim and record are
 * separate transactions; the call lies between them. After a crash in between the claim ends, and
 * the same bytes are sent again. Returns after how many milliseconds the event may be tried again
 * if the receiver was not called because others to the same host are under way; else null.
 */
export async function deliverClaimed(claim: ClaimedDelivery, options: DeliverOptions): Promise<number | null> {
  const pass = await (options.bulkhead ?? processBulkhead()).enterSoon(hostOf(claim.url));
  if (pass.kind === "refused") {
    await release({ claim, retryInMs: pass.retryInMs });
    return pass.retryInMs;
  }
  let sent: SentDelivery | null = null;
  try {
    sent = await sendDelivery(claim, options.findSigningKeys, options.signal);
  } finally {
    pass.leave(sent === null ? "quick" : classifyReceiver(sent.attempt));
  }
  if (sent === null) await release({ claim, retryInMs: 0 });
  else await record({ claim, sent });
  return null;
}

const WRITTEN_AT_ONCE = 100;
/** Transactions of a single event at a time; they may wait for settlements. */
const ALONE_AT_ONCE = 4;
const alone = pLimit(ALONE_AT_ONCE);

type Of = { readonly claim: ClaimedDelivery };

/**
 * Returns a function that writes the outcome of a claim, together with others of the same moment.
 * What another transaction has locked, and each where they fail together, is written alone.
 */
function writer<Outcome extends Of>(
  write: (tx: Tx, outcomes: readonly Outcome[]) => Promise<void>,
): (outcome: Outcome) => Promise<void> {
  const writeTogether = (outcomes: readonly Outcome[]) =>
    withTransaction(async (tx) => {
      const areFree = await lockFreeObjects(
        tx,
        outcomes.map(({ claim }) => claim),
      );
      const free = outcomes.filter((_, index) => areFree[index]);
      if (free.length > 0) await write(tx, free);
      return areFree;
    });
  const isWritten = collectCalls(
    (outcomes: readonly Outcome[]) =>
      writeTogether(outcomes).catch((error: unknown) => {
        log().warn({ err: error, webhooks: outcomes.length }, "outcomes of webhooks are written one by one");
        return outcomes.map(() => false);
      }),
    { max: WRITTEN_AT_ONCE },
  );
  const writeAlone = (outcome: Outcome) =>
    withTransaction(async (tx) => {
      await lockObject(tx, outcome.claim);
      await write(tx, [outcome]);
    });
  return async (outcome) => {
    if (!(await isWritten(outcome))) await alone(() => writeAlone(outcome));
  };
}

const release = writer<Release>(releaseClaims);

type Sent = { readonly claim: ClaimedDelivery; readonly sent: SentDelivery };

const record = writer<Sent>(async (tx, results) => {
  await runBatch(
    tx,
    results.map((one) => () => withTrace(one.claim.objectId, () => recordInTransaction(tx, one))),
  );
});

async function recordInTransaction(tx: Tx, { claim, sent }: Sent): Promise<void> {
  const result = resultOf(sent, claim);
  const isRecorded = await recordAttempt(tx, claim, sent.attempt, result);
  if (isRecorded) await notifyMembers(tx, claim, sent, result);
  else log().warn({ delivery: claim.id }, "webhook attempt outlived its claim");
}

function resultOf(sent: SentDelivery, claim: ClaimedDelivery): AttemptResult {
  if (sent.isDelivered) return { state: "delivered" };
  const retryInMs = retryDelayMs(claim.attemptCount + 1, sent.retryAfterMs, Math.random());
  return retryInMs === null ? { state: "failed" } : { state: "pending", retryInMs };
}
