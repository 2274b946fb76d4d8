import { clearAlarm, raiseAlarm } from "@/lib/alarms/raise-alarm";
import type { Catalog } from "@/lib/catalog/queries";
import { database, withTransaction } from "@/lib/db";
import { log } from "@/lib/log";
import { broadcastInOrder } from "@/lib/sends/broadcast-sends";
import { type Engine, networkOf } from "@/lib/sends/engine";
import type { Found } from "@/lib/sends/follow-sends";
import { followTwin } from "@/lib/sends/follow-twin";
import { isStopped } from "@/lib/sends/is-stopped";
import { locate } from "@/lib/sends/locate-ended";
import { moveSettled } from "@/lib/sends/move-settled";
import { leadOf, type Outgoing, signedByUs, versionOf } from "@/lib/sends/outgoing";
import { listExpired, listMoved, listReturned } from "@/lib/sends/outgoing-repo";
import { weighMoved } from "@/lib/sends/prove-included";
import { stopForOutcome } from "@/lib/sends/stop-for-outcome";

/** What was taken for expired is looked for this long: whoever is wrong about that is so soon. */
const EXPIRED_WATCHED_MS = 60 * 60_000;
/** After a bad hour of the network there are many: each is asked for more seldom, and few in one step. */
const EXPIRED_LOOKS = 6;
const EXPIRED_AT_ONCE = 16;

/**
 * Looks after ended transactions for as long as the network's watcher keeps blocks. One that arrived, and that a reorganisation took out
 * of its block, is found in another one, or its same bytes are sent again, with an alarm until it is back; the amount does not move in
 * the books, and what it cost is that of the block it ends in. One that failed is never sent again: its money went back and may be
 * paid otherwise. Whatever did something else than the books say, or may yet, stops the network's sends for a person to look. None of
 * that is believed of a single node where there are several; that the same bytes are sent again harms nobody.
 */
export async function watchSettled(engine: Engine, catalog: Catalog, signal: AbortSignal): Promise<void> {
  const now = performance.now();
  if (now - engine.memory.settledWatchedAtMs < engine.timing.watchMs) return;
  engine.memory.settledWatchedAtMs = now;
  for (const { id } of await listReturned(engine.networkCode)) await clear(id);
  const lately = new Date(Date.now() - EXPIRED_WATCHED_MS);
  const expired = (await listExpired(engine.networkCode, lately)).filter(({ id }) => isWorthALook(engine, id, now));
  const ended = [...(await listMoved(engine.networkCode)), ...expired.slice(0, EXPIRED_AT_ONCE)];
  for (const outgoing of ended) {
    try {
      await follow(engine, catalog, outgoing, signal);
    } catch (error) {
      signal.throwIfAborted();
      // The others do not wait for it.
      const of = { network: engine.networkCode, outgoingId: outgoing.id, err: error };
      log().error(of, "an ended transaction that moved could not be followed");
    }
  }
}

function isWorthALook({ memory, timing }: Engine, id: string, now: number): boolean {
  const lookedAt = memory.lookedAtMs.get(id) ?? Number.NEGATIVE_INFINITY;
  if (now - lookedAt < EXPIRED_LOOKS * timing.watchMs) return false;
  memory.lookedAtMs.set(id, now);
  return true;
}

async function clear(subject: string): Promise<void> {
  await withTransaction(async (tx) => {
    for (const kind of ["send-vanished", "send-outcome-changed"] as const) await clearAlarm(tx, { kind, subject });
  });
}

async function follow(engine: Engine, catalog: Catalog, outgoing: Outgoing, signal: AbortSignal): Promise<void> {
  const place = await locate(engine, networkOf(engine, catalog), outgoing, signal);
  if (place.kind === "unread") return;
  if (place.kind === "block" && !(await isContradicted(engine, catalog, place.found, signal))) return;
  if (outgoing.status === "settled") {
    return sendAgain(engine, catalog, { outgoing, isGone: place.kind === "gone" }, signal);
  }
  if (outgoing.status === "expired" || place.kind !== "gone") return;
  const { transactionId } = versionOf(outgoing, outgoing.includedVersion ?? outgoing.version);
  return stopForOutcome(
    outgoing,
    `${transactionId} had failed, left block ${outgoing.blockHeight}, and may be carried out yet`,
  );
}

/** Whether nodes deny that it is in that block. Where it is sure that it is, it is moved there, or sends stop for what it did there. */
async function isContradicted(engine: Engine, catalog: Catalog, found: Found, signal: AbortSignal): Promise<boolean> {
  const { outgoing, version, status } = found;
  const weight = await weighMoved(engine, networkOf(engine, catalog), found, signal);
  if (weight !== "sure") return weight === "contradicted";
  const { transactionId } = versionOf(outgoing, version);
  const said = status.succeeded ? "was carried out" : "failed";
  if (outgoing.status === "expired") {
    await stopForOutcome(outgoing, `${transactionId} had expired, and is in block ${status.block.height} all the same`);
  } else if (status.succeeded === (outgoing.status === "settled")) {
    await moveSettled(engine, catalog, found, signal);
  } else {
    await stopForOutcome(
      outgoing,
      `${transactionId} had ${outgoing.status} and ${said} in block ${status.block.height}`,
    );
  }
  return false;
}

/** @param vanished `isGone`: enough nodes say that it is in no block */
async function sendAgain(
  engine: Engine,
  catalog: Catalog,
  vanished: { readonly outgoing: Outgoing; readonly isGone: boolean },
  signal: AbortSignal,
): Promise<void> {
  const { outgoing, isGone } = vanished;
  const send = leadOf(outgoing);
  const bytes = signedByUs(outgoing, versionOf(outgoing, outgoing.includedVersion ?? outgoing.version));
  const { confirmations } = networkOf(engine, catalog);
  const { verdict } = await engine.driver.canStillConfirm(bytes, confirmations, signal);
  const isDead = verdict === "impossible";
  // What has spent its coins may be the transaction itself: from now on it is found under the id that it has there.
  if (verdict !== "possible" && (await followTwin(engine, outgoing, isDead, signal))) return;
  if (isDead && isGone) {
    return stopForOutcome(outgoing, `${bytes.transactionId} had arrived, left the chain, and can never come back`);
  }
  log().warn({ network: engine.networkCode, outgoingId: outgoing.id }, "a settled transaction left the chain");
  const message = `${send.purpose} ${send.purposeId} left block ${outgoing.blockHeight} of ${engine.networkCode} and is sent again`;
  await withTransaction((tx) => raiseAlarm(tx, { kind: "send-vanished", subject: outgoing.id, message }));
  // A kill switch holds back what was sent once as well.
  if (await isStopped(database(), engine.networkCode)) return;
  await broadcastInOrder(engine, [{ outgoingId: outgoing.id, lead: send, signed: bytes }], signal);
}
