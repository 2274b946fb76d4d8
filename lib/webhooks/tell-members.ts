import type { Tx } from "@/lib/db";
import { queueNotification } from "@/lib/notifications/notify-people";
import { hostOf } from "@/lib/webhooks/host-bulkhead";
import type { SentDelivery } from "@/lib/webhooks/post-webhook";
import type { AttemptResult, ClaimedDelivery } from "@/lib/webhooks/repo";

/** The fourth failure comes about a quarter of an hour after the first: no restart takes so long. */
const FAILURES_TOLD = 4;

/** Has the people of a merchant told that a receiver does not take its webhooks, once a day for each. */
export async function tellMembers(
  tx: Tx,
  claim: ClaimedDelivery,
  { attempt }: SentDelivery,
  { state }: AttemptResult,
): Promise<void> {
  const isTold = state === "failed" || (state === "pending" && claim.attemptCount + 1 === FAILURES_TOLD);
  if (!isTold) return;
  const host = hostOf(claim.url);
  const answer = attempt.httpStatus === null ? (attempt.error ?? "no answer") : `HTTP ${attempt.httpStatus}`;
  const reference = `${host.slice(0, 200)}:${attempt.startedAt.toISOString().slice(0, 10)}`;
  const { merchantId } = claim;
  await queueNotification(tx, { kind: "webhook_failing", merchantId, reference, detail: { host, answer } });
}
