import { randomUUID } from "node:crypto";
import { clearAlarm, raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import type { Decimal } from "@/lib/kernel/money/decimal";
import { withTrace } from "@/lib/kernel/work-context";
import { networkCosts } from "@/lib/ledger/account";
import { leg, postEntry } from "@/lib/ledger/post-entry";
import type { Catalog } from "@/lib/pricing/catalog/queries";
import { lockAccount } from "@/lib/sending/sends/accounts-repo";
import { broadcastInOrder } from "@/lib/sending/sends/broadcast-sends";
import { type Engine, networkOf } from "@/lib/sending/sends/engine";
import { followMalleated } from "@/lib/sending/sends/follow-malleated";
import { type Found, toInclusion } from "@/lib/sending/sends/follow-sends";
import { locate } from "@/lib/sending/sends/locate-ended";
import { leadOf, type Outgoing, signedByUs, traceOf, versionOf } from "@/lib/sending/sends/outgoing";
import { listExpired, listMoved, listReturned, lockSettled, updatePlace } from "@/lib/sending/sends/outgoing-repo";
import { evaluateMovedInclusion } from "@/lib/sending/sends/prove-included";
import { custodyOf, groupOf, payingPlace } from "@/lib/sending/sends/send-custody";
import { lockSends, sendOwner, shareCost } from "@/lib/sending/sends/send-owner";
import { nativeOf } from "@/lib/sending/sends/send-terms";
import { isStopped, stopForOutcome } from "@/lib/sending/sends/stop-sends";
import { verifyFee } from "@/lib/sending/sends/verify-fee";

/** How long expired transactions are watched: if an expiry was wrong, this shows soon. */
const EXPIRED_WATCHED_MS = 60 * 60_000;
/**
 * After an incident on the network there are many: each is checked less often, and only a few per
 * step.
 */
const EXPIRED_CHECKS = 6;
const EXPIRED_AT_ONCE = 16;

/**
 * Watches ended transactions for as long as the network's watcher stores blocks. A confirmed
 * transaction that a reorganisation removed from its block is found in another one, or rebroadcast
 * with the same bytes, with an alarm until it is back; its amount stays booked, and its cost
 * becomes that of its final block. A failed transaction is never sent again: its money was returned
 * and may be paid otherwise. Any outcome that differs from the books, or may yet, stops the
 * network's sends for a person to check. Where there are several nodes, none of this relies on a
 * single one; rebroadcasting the same bytes is harmless.
 */
export async function watchSettled(engine: Engine, catalog: Catalog, signal: AbortSignal): Promise<void> {
  const now = performance.now();
  if (now - engine.memory.settledWatchedAtMs < engine.timing.watchMs) return;
  engine.memory.settledWatchedAtMs = now;
  for (const { id } of await listReturned(engine.networkCode)) await clear(id);
  const lately = new Date(Date.now() - EXPIRED_WATCHED_MS);
  const expired = (await listExpired(engine.networkCode, lately)).filter(({ id }) => isCheckDue(engine, id, now));
  const ended = [...(await listMoved(engine.networkCode)), ...expired.slice(0, EXPIRED_AT_ONCE)];
  for (const outgoing of ended) await withTrace(traceOf(outgoing), () => tryFollow(engine, catalog, outgoing, signal));
}

async function tryFollow(engine: Engine, catalog: Catalog, outgoing: Outgoing, signal: AbortSignal): Promise<void> {
  try {
    await follow(engine, catalog, outgoing, signal);
  } catch (error) {
    signal.throwIfAborted();
    // The others do not wait for it.
    const of = { network: engine.networkCode, outgoingId: outgoing.id, err: error };
    log().error(of, "an ended transaction that moved could not be followed");
  }
}

function isCheckDue({ memory, timing }: Engine, id: string, now: number): boolean {
  const lookedAt = memory.lookedAtMs.get(id) ?? Number.NEGATIVE_INFINITY;
  if (now - lookedAt < EXPIRED_CHECKS * timing.watchMs) return false;
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

/**
 * Returns whether nodes contradict that it is in that block. If it certainly is, it is moved there,
 * or sends stop because of its outcome there.
 */
async function isContradicted(engine: Engine, catalog: Catalog, found: Found, signal: AbortSignal): Promise<boolean> {
  const { outgoing, version, status } = found;
  const result = await evaluateMovedInclusion(engine, networkOf(engine, catalog), found, signal);
  if (result !== "sure") return result === "contradicted";
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

/** @param vanished `isGone`: enough nodes attest that it is in no block */
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
  // The transaction that spent its inputs may be itself under a malleated id, under which it is
  // then found.
  if (verdict !== "possible" && (await followMalleated(engine, outgoing, isDead, signal))) return;
  if (isDead && isGone) {
    return stopForOutcome(outgoing, `${bytes.transactionId} had arrived, left the chain, and can never come back`);
  }
  log().warn({ network: engine.networkCode, outgoingId: outgoing.id }, "a settled transaction left the chain");
  const message = `${send.purpose} ${send.purposeId} left block ${outgoing.blockHeight} of ${engine.networkCode} and is sent again`;
  await withTransaction((tx) => raiseAlarm(tx, { kind: "send-vanished", subject: outgoing.id, message }));
  // A kill switch also blocks rebroadcasts.
  if (await isStopped(database(), engine.networkCode)) return;
  await broadcastInOrder(engine, [{ outgoingId: outgoing.id, lead: send, signed: bytes }], signal);
}

/**
 * Moves an ended transaction to another block in which it had the same outcome: updates its block
 * and its booked cost, and notifies its owner of both. The cost is unchanged if none, or no
 * credible one, is reported.
 */
export async function moveSettled(engine: Engine, catalog: Catalog, found: Found, signal: AbortSignal): Promise<void> {
  const { outgoing, version } = found;
  const native = nativeOf(catalog, outgoing.networkCode);
  const currency = native.currency.code;
  const believed = await verifyFee(engine, networkOf(engine, catalog), found, native.decimals, signal);
  await withTransaction(async (tx) => {
    const sends = await lockSends(tx, outgoing.sends);
    await lockAccount(tx, outgoing.networkCode, outgoing.fromAddress);
    if (outgoing.feePayer !== null) await lockAccount(tx, outgoing.networkCode, outgoing.feePayer);
    const before = await lockSettled(tx, outgoing.id);
    const cost = believed ?? before.feePaid;
    await bookDifference(tx, outgoing, currency, cost.minus(before.feePaid));
    await updatePlace(tx, toInclusion(found), cost.toFixed());
    for (const kind of ["send-vanished", "send-outcome-changed"] as const) {
      await clearAlarm(tx, { kind, subject: outgoing.id });
    }
    if (before.version === version && cost.equals(before.feePaid)) return;
    const more = { currencyCode: currency, amount: cost.minus(before.feePaid) };
    const shares = shareCost(more, sends.length, native.decimals);
    const { transactionId } = versionOf(outgoing, version);
    for (const [index, send] of sends.entries()) {
      await sendOwner(send.purpose).moved?.(tx, send, transactionId, shares[index] ?? more);
    }
  });
}

/** Fees differ between blocks, so the same bytes may cost more or less in another one. */
async function bookDifference(tx: Tx, outgoing: Outgoing, currency: string, more: Decimal): Promise<void> {
  const lead = leadOf(outgoing);
  const [place, costs] = [custodyOf(payingPlace(lead, outgoing.feePayer), currency), networkCosts(currency)];
  const legs = [...leg(costs, place, more), ...leg(place, costs, more.negated())];
  if (legs.length === 0) return;
  // The previously booked cost is read under the lock, so a repetition finds no difference and
  // never gets here.
  const reference = `${outgoing.id}:${randomUUID()}`;
  await postEntry(tx, { kind: "send.settle", reference, groupId: groupOf(lead), legs });
}
