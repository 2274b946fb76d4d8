import { raiseAlarm } from "@/lib/alarms/raise-alarm";
import { withTransaction } from "@/lib/db";
import { log } from "@/lib/log";
import type { Engine } from "@/lib/sends/engine";
import { leadOf, type Outgoing, versionOf } from "@/lib/sends/outgoing";

const FIRST_VERSION = 1;
/** Whatever was tried, a person hears of it after so many times the wait for the first replacement. */
const HOPELESS_TIMES = 6;
/** Something is tried so many times during that wait. */
const TRIES_A_WAIT = 4;

/**
 * Brings forward, now and then, what is in no block although its newest version is old: by `renew`, each by itself. What is so for a long
 * time is told to the operator.
 */
export async function eachStuck(
  engine: Engine,
  waiting: readonly Outgoing[],
  signal: AbortSignal,
  renew: (outgoing: Outgoing) => Promise<void>,
): Promise<void> {
  const { replaceTriedAtMs } = engine.memory;
  for (const outgoing of waiting) {
    const ageMs = ageOf(outgoing, outgoing.version);
    if (ageMs < engine.timing.replaceMs * 2 ** (outgoing.version - 1)) continue;
    const now = performance.now();
    const triedAt = replaceTriedAtMs.get(outgoing.id) ?? Number.NEGATIVE_INFINITY;
    if (now - triedAt < engine.timing.replaceMs / TRIES_A_WAIT) continue;
    replaceTriedAtMs.set(outgoing.id, now);
    try {
      if (ageOf(outgoing, FIRST_VERSION) >= HOPELESS_TIMES * engine.timing.replaceMs) await raiseStuck(outgoing);
      await renew(outgoing);
    } catch (error) {
      signal.throwIfAborted();
      // One that cannot be brought forward is tried again; the others do not wait for it.
      log().error({ network: engine.networkCode, outgoingId: outgoing.id, err: error }, "nothing could be done for it");
    }
  }
}

function ageOf(outgoing: Outgoing, version: number): number {
  return Date.now() - versionOf(outgoing, version).signedAt.getTime();
}

async function raiseStuck(outgoing: Outgoing): Promise<void> {
  const send = leadOf(outgoing);
  const message = `${send.purpose} ${send.purposeId} on ${outgoing.networkCode} is in no block; it was broadcast ${outgoing.broadcastCount} times in ${outgoing.version} versions`;
  await withTransaction((tx) => raiseAlarm(tx, { kind: "send-stuck", subject: outgoing.id, message }));
}
