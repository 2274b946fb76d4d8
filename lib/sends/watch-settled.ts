import { raiseAlarm } from "@/lib/alarms/raise-alarm";
import type { Catalog } from "@/lib/catalog/queries";
import { withTransaction } from "@/lib/db";
import { log } from "@/lib/log";
import { broadcastInOrder } from "@/lib/sends/broadcast-sends";
import type { Engine } from "@/lib/sends/engine";
import { moveSettled } from "@/lib/sends/move-settled";
import { type Outgoing, toSigned, versionOf } from "@/lib/sends/outgoing";
import { listMoved, watchOn } from "@/lib/sends/outgoing-repo";

/** How much longer one that vanished is watched: until it is deep again, as if it were new. */
const WATCH_ON_BLOCKS = 64n;

/**
 * Looks after settled transactions for a while longer: one that a reorganisation took out of its block is found in another one, or its
 * same bytes are sent again, with an alarm until it is back. The amount does not move in the books: it was sent, and it will be there
 * again. What it cost is that of the block it ends in.
 */
export async function watchSettled(
  engine: Engine,
  catalog: Catalog,
  headHeight: bigint,
  signal: AbortSignal,
): Promise<void> {
  const now = performance.now();
  if (now - engine.memory.settledWatchedAtMs < engine.timing.watchMs) return;
  engine.memory.settledWatchedAtMs = now;
  for (const outgoing of await listMoved(engine.networkCode, headHeight))
    await follow(engine, catalog, outgoing, headHeight, signal);
}

async function follow(
  engine: Engine,
  catalog: Catalog,
  outgoing: Outgoing,
  headHeight: bigint,
  signal: AbortSignal,
): Promise<void> {
  const watchedUntil = headHeight + WATCH_ON_BLOCKS;
  for (const { version, transactionId } of outgoing.versions.toReversed()) {
    const status = await engine.driver.transactionStatus(transactionId, signal);
    if (status.state !== "included") continue;
    return moveSettled(catalog, { outgoing, version, status }, watchedUntil);
  }
  const { send } = outgoing;
  log().warn({ network: engine.networkCode, outgoingId: outgoing.id }, "a settled transaction left the chain");
  const message = `${send.purpose} ${send.purposeId} left block ${outgoing.blockHeight} of ${engine.networkCode} and was sent again`;
  await withTransaction(async (tx) => {
    await raiseAlarm(tx, { kind: "send-vanished", subject: outgoing.id, message });
    await watchOn(tx, outgoing.id, watchedUntil);
  });
  const bytes = toSigned(outgoing, versionOf(outgoing, outgoing.includedVersion ?? outgoing.version));
  await broadcastInOrder(engine, [{ outgoingId: outgoing.id, send, signed: bytes }], signal);
}
