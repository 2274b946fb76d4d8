import { clearAlarm, raiseAlarm } from "@/lib/alarms/raise-alarm";
import { mapLimited } from "@/lib/chains/map-limited";
import { withTransaction } from "@/lib/db";
import { log } from "@/lib/log";
import { broadcastInOrder } from "@/lib/sends/broadcast-sends";
import type { Engine } from "@/lib/sends/engine";
import { type Outgoing, toSigned, versionOf } from "@/lib/sends/outgoing";
import { listWatched, moveSettled } from "@/lib/sends/outgoing-repo";

const HEIGHTS_AT_ONCE = 8;
/** How much longer one that vanished is watched: until it is deep again, as if it were new. */
const WATCH_ON_BLOCKS = 64n;

/**
 * Looks after settled transactions for a while longer: one that a reorganisation took out of its block is found in another one, or its
 * same bytes are sent again, with an alarm until it is back. The books do not move: it was sent, and it will be there again.
 */
export async function watchSettled(engine: Engine, headHeight: bigint, signal: AbortSignal): Promise<void> {
  const now = performance.now();
  if (now - engine.memory.settledWatchedAtMs < engine.timing.watchMs) return;
  engine.memory.settledWatchedAtMs = now;
  const moved = await findMoved(engine, await listWatched(engine.networkCode, headHeight), signal);
  for (const outgoing of moved) await follow(engine, outgoing, headHeight, signal);
}

/** Those whose block is not at its height any more; each height is asked for once. */
async function findMoved(
  engine: Engine,
  watched: readonly Outgoing[],
  signal: AbortSignal,
): Promise<readonly Outgoing[]> {
  const heights = [...new Set(watched.flatMap(({ blockHeight }) => blockHeight ?? []))];
  const blocks = await mapLimited(heights, HEIGHTS_AT_ONCE, async (height) => {
    const block = await engine.driver.blockAt(Number.parseInt(height.toString(), 10), signal);
    return [height, block?.hash ?? null] as const;
  });
  const hashAt = new Map(blocks);
  return watched.filter(({ blockHeight, blockHash }) => blockHeight !== null && hashAt.get(blockHeight) !== blockHash);
}

async function follow(engine: Engine, outgoing: Outgoing, headHeight: bigint, signal: AbortSignal): Promise<void> {
  const watchedUntil = headHeight + WATCH_ON_BLOCKS;
  const alarm = { kind: "send-vanished", subject: outgoing.id } as const;
  for (const { version, transactionId } of outgoing.versions.toReversed()) {
    const status = await engine.driver.transactionStatus(transactionId, signal);
    if (status.state !== "included") continue;
    const { height, hash } = status.block;
    await moveSettled(outgoing.id, {
      inclusion: { id: outgoing.id, version, height: BigInt(height), hash },
      watchedUntil,
    });
    await withTransaction((tx) => clearAlarm(tx, alarm));
    return;
  }
  const { send } = outgoing;
  log().warn({ network: engine.networkCode, outgoingId: outgoing.id }, "a settled transaction left the chain");
  const message = `${send.purpose} ${send.purposeId} left block ${outgoing.blockHeight} of ${engine.networkCode} and was sent again`;
  await withTransaction((tx) => raiseAlarm(tx, { ...alarm, message }));
  await moveSettled(outgoing.id, { inclusion: null, watchedUntil });
  const bytes = toSigned(outgoing, versionOf(outgoing, outgoing.includedVersion ?? outgoing.version));
  await broadcastInOrder(engine, [{ outgoingId: outgoing.id, signed: bytes }], signal);
}
