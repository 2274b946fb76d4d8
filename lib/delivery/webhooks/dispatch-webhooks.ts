import { setTimeout as pause } from "node:timers/promises";
import { type DeliverOptions, deliverClaimed } from "@/lib/delivery/webhooks/deliver-claimed";
import { webhookPlaces } from "@/lib/delivery/webhooks/host-bulkhead";
import { type ClaimedDelivery, claimDue } from "@/lib/delivery/webhooks/repo";
import { log } from "@/lib/kernel/log";
import { traced } from "@/lib/kernel/tracing/traced";
import type { WakeUp } from "@/lib/kernel/wake-up";
import { withTrace } from "@/lib/kernel/work-context";

/** The triggers of `webhook_queue` notify it when an event is due. */
export const WEBHOOKS_CHANNEL = "webhooks";

/** The time limit of a call plus a margin for signing and recording. */
const LEASE_MS = 30_000;
const CLAIMED_AT_ONCE = 100;
/** Events that become due by time, a retry for example, are found at most this late. */
const CHECK_MS = 2_000;
/** While others are sent, new ones are claimed together. */
const GATHER_MS = 10;
/** Part of the places that is free before events are claimed for them. */
const FREE_PART = 4;

export type DispatchOptions = DeliverOptions & {
  /** Called when an event is due. */
  readonly wakeUp: WakeUp;
  /** How many events are sent at once. */
  readonly places?: number;
};

/**
 * Sends the merchants' events until `signal` is aborted, and waits for the calls under way. Any
 * number of workers may do so: each event is claimed by one of them. What cannot be recorded is
 * logged, and sent again when its claim has ended.
 */
export async function dispatchWebhooks({
  wakeUp,
  places = webhookPlaces(),
  ...options
}: DispatchOptions): Promise<void> {
  const { signal } = options;
  const underWay = new Set<Promise<void>>();
  const isFull = () => places - underWay.size < places / FREE_PART;
  const start = (claim: ClaimedDelivery) => {
    const work = deliverTraced(claim, options)
      .then((retryInMs) => wakeIn(wakeUp, retryInMs))
      .catch((error: unknown) => {
        withTrace(claim.objectId, () => log().error({ err: error, delivery: claim.id }, "a webhook was not recorded"));
      })
      .finally(() => {
        const wasFull = isFull();
        underWay.delete(work);
        if (wasFull && !isFull()) wakeUp.wake();
      });
    underWay.add(work);
  };
  while (!signal.aborted) {
    const wanted = isFull() ? 0 : Math.min(places - underWay.size, CLAIMED_AT_ONCE);
    const { claimed, areMore } = wanted === 0 ? NOTHING : await claimDue(wanted, LEASE_MS).catch(retryLater);
    for (const one of claimed) start(one);
    if (areMore) continue;
    await wakeUp.wait(CHECK_MS, signal);
    if (underWay.size > 0) await pause(GATHER_MS);
  }
  await Promise.all(underWay);
}

function deliverTraced(claim: ClaimedDelivery, options: DeliverOptions): Promise<number | null> {
  const attributes = { "chaintill.delivery_id": claim.id, "chaintill.attempt": claim.attemptCount + 1 };
  return traced({ name: "webhook", about: claim.objectId, attributes }, () => deliverClaimed(claim, options));
}

const NOTHING = { claimed: [], areMore: false };

/** Not at the next notification: while the database cannot be asked, all of them would fail. */
async function retryLater(error: unknown): Promise<typeof NOTHING> {
  log().error({ err: error }, "due webhooks could not be claimed");
  await pause(CHECK_MS);
  return NOTHING;
}

/** An event that was turned away is due again before the next check. */
function wakeIn(wakeUp: WakeUp, ms: number | null): void {
  if (ms !== null && ms < CHECK_MS) setTimeout(() => wakeUp.wake(), ms).unref();
}
