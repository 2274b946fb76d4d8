import { database } from "@/lib/kernel/db";
import { readStops } from "@/lib/pricing/catalog/networks-repo";
import { loadCatalog } from "@/lib/pricing/catalog/queries";
import { broadcastInOrder } from "@/lib/sending/sends/broadcast-sends";
import { deferSend } from "@/lib/sending/sends/defer-send";
import { type Engine, networkOf } from "@/lib/sending/sends/engine";
import { followSends } from "@/lib/sending/sends/follow-sends";
import { retryWaitingSends, updateFundingAlarms } from "@/lib/sending/sends/funding-alarms";
import { kindOf, type StepView } from "@/lib/sending/sends/kinds/kind-of";
import { leadOf, type Outgoing, toSigned } from "@/lib/sending/sends/outgoing";
import { listLive } from "@/lib/sending/sends/outgoing-repo";
import { listDue, postpone } from "@/lib/sending/sends/repo";
import type { Send } from "@/lib/sending/sends/send";
import { nativeOf } from "@/lib/sending/sends/send-terms";
import { settleSends } from "@/lib/sending/sends/settle-sends";
import { isStopped } from "@/lib/sending/sends/stop-sends";
import { watchSettled } from "@/lib/sending/sends/watch-settled";

/**
 * Queued sends of each kind that one step considers; more if one account may have more in flight.
 */
const DUE_SHARE_MIN = 32;
/** With nothing to send, the hot wallet's nonce is still compared at this interval. */
const IDLE_CHECK_MS = 30_000;
/** How much less often an idle network is checked than a busy one's settled transactions. */
const IDLE_CHECKS = 5;
/** A transaction known to one node may still be unknown to block producers. */
const REBROADCAST_ANYWAY_TIMES = 10;
const SECOND_MS = 1_000;

/**
 * `moving`: something was settled, so there is room for more: run the next step immediately.
 * `busy`: something waits or is in flight.
 */
export type StepOutcome = "moving" | "busy" | "idle";

/**
 * Runs one step of a network's sends: follows, settles, rebroadcasts or replaces transactions in
 * flight, and signs and broadcasts the queued sends that are possible. No essential state is kept
 * between steps: any process can continue from the rows.
 * @throws ChainUnavailableError when no node responds
 */
export async function driveNetwork(engine: Engine, signal: AbortSignal): Promise<StepOutcome> {
  const { networkCode } = engine;
  const catalog = await loadCatalog();
  const native = nativeOf(catalog, networkCode).currency.code;
  await retryWaitingSends(engine, native);
  const share = Math.max(DUE_SHARE_MIN, engine.inFlightMax);
  const [due, before] = [await listDue(networkCode, share), await listLive(networkCode)];
  if (due.length + before.length === 0 && !isIdleCheckDue(engine)) return "idle";
  const network = networkOf(engine, catalog);
  const { confirmations } = network;
  const kind = kindOf(engine.driver.features);
  const stops = await readStops(database(), networkCode);
  const accounts = accountsOf(engine, { due, live: before, stopped: stops.flatMap(({ address }) => address ?? []) });
  const onChain = await kind.readView(engine, accounts, signal);
  const newest = await engine.driver.head(signal);
  const [head, ageMs] = [BigInt(newest.height), Date.now() - newest.time.getTime()];
  const isFresh = network.isSandbox || ageMs <= network.lagLimitSeconds * SECOND_MS;
  const followed = await followSends(engine, before, onChain, head - BigInt(confirmations) + 1n, signal);
  const view = { catalog, network, stops, onChain, followed, isFresh };
  const maySign = await kind.guard(engine, view, signal);

  const deep = followed.included.filter(({ status }) => isDeep(status.block.height, head, confirmations));
  let settled = 0;
  try {
    // Runs first, because a block may arrive at any time: what is not in the mempool by then waits
    // for the next one.
    await sendOut(engine, view, maySign ? due : null, signal);
  } finally {
    settled = await settleSends(engine, catalog, deep, signal);
  }
  await watchSettled(engine, catalog, signal);
  await updateFundingAlarms(networkCode, native);
  if (settled > 0) return "moving";
  return due.length + before.length > 0 ? "busy" : "idle";
}

/**
 * With nothing to send, the network is checked at intervals: settled transactions, stops, alarms to
 * clear.
 */
function isIdleCheckDue({ memory, timing }: Engine): boolean {
  const now = performance.now();
  const isDue = now - memory.idleCheckAtMs >= IDLE_CHECKS * timing.watchMs;
  if (isDue) memory.idleCheckAtMs = now;
  return isDue;
}

/** Makes the next step check the network even if there is nothing to send. */
export function checkNow({ memory }: Engine): void {
  memory.idleCheckAtMs = Number.NEGATIVE_INFINITY;
  // Includes settled transactions, which a reorganisation may have removed from their blocks.
  memory.settledWatchedAtMs = Number.NEGATIVE_INFINITY;
}

/** The accounts to query: those with due sends, with transactions in flight, or behind a stop. */
function accountsOf(
  { hotAddress, memory }: Engine,
  of: { due: readonly Send[]; live: readonly Outgoing[]; stopped: readonly string[] },
): string[] {
  const accounts = new Set(of.stopped);
  for (const { fromAddress } of of.due) accounts.add(fromAddress ?? hotAddress);
  for (const { fromAddress } of of.live) accounts.add(fromAddress);
  const now = performance.now();
  if (now - memory.nonceCheckedAtMs >= IDLE_CHECK_MS) accounts.add(hotAddress);
  if (accounts.has(hotAddress)) memory.nonceCheckedAtMs = now;
  return [...accounts];
}

/** The block is at least as high as the head, which was read slightly earlier. */
function isDeep(blockHeight: number, head: bigint, confirmations: number): boolean {
  const height = BigInt(blockHeight);
  const depth = (head > height ? head : height) - height + 1n;
  return depth >= BigInt(confirmations);
}

/** @param due null: nothing may be signed */
async function sendOut(
  engine: Engine,
  view: StepView,
  due: readonly Send[] | null,
  signal: AbortSignal,
): Promise<void> {
  if (await isStopped(database(), engine.networkCode)) return holdAllBack(engine, due ?? [], "sending is stopped");
  const { waiting } = view.followed;
  const unheard = waiting.filter((outgoing) => isUnheard(engine, outgoing, view));
  await broadcastInOrder(engine, unheard.flatMap(versionsOf), signal);
  // A lagging node does not know what was sent in the meantime: nothing is signed based on its
  // responses.
  if (!view.isFresh) return holdAllBack(engine, due ?? [], "the node lags behind its chain");
  const kind = kindOf(engine.driver.features);
  if (due !== null) await kind.start(engine, view, pickWithinLimit(engine, due, waiting), signal);
  await kind.renew(engine, view.catalog, waiting, signal);
}

/** Notifies owners of a stop once; sends that already wait for it are only rescheduled. */
async function holdAllBack({ timing }: Engine, due: readonly Send[], detail: string): Promise<void> {
  const knowing = due.filter(({ waitReason }) => waitReason === "stopped");
  await postpone(
    knowing.map(({ id }) => id),
    new Date(Date.now() + timing.retryMs),
  );
  const blocker = { reason: "stopped", detail } as const;
  for (const send of due) if (send.waitReason !== "stopped") await deferSend(send, blocker, timing);
}

/**
 * Returns whether it was never broadcast, or some time ago and no node seems to know it; after a
 * long time, regardless of the nodes.
 */
function isUnheard(
  { timing }: Engine,
  { id, fromAddress, nonce, lastBroadcastAt }: Outgoing,
  { onChain, followed }: StepView,
): boolean {
  if (lastBroadcastAt === null) return true;
  const sinceMs = Date.now() - lastBroadcastAt.getTime();
  if (sinceMs < timing.rebroadcastMs) return false;
  if (sinceMs >= REBROADCAST_ANYWAY_TIMES * timing.rebroadcastMs) return true;
  if (nonce === null) return followed.absent.some((outgoing) => outgoing.id === id);
  const known = onChain.get(fromAddress);
  return known === undefined || known.pending <= nonce || known.included > nonce;
}

/**
 * All versions, newest first: one that its account cannot afford must not block an older one that
 * it can.
 */
function versionsOf(outgoing: Outgoing) {
  const { id: outgoingId } = outgoing;
  const lead = leadOf(outgoing);
  const own = outgoing.versions.filter(({ aliasOf }) => aliasOf == null);
  return own.toReversed().map((version) => ({ outgoingId, lead, signed: toSigned(outgoing, version) }));
}

/**
 * Returns the first sends of each account, up to its in-flight limit. Waiting sends are retried
 * where there is room but take none, because most of them keep waiting.
 */
function pickWithinLimit(engine: Engine, due: readonly Send[], waiting: readonly Outgoing[]): Send[] {
  const count = new Map<string, number>();
  const take = (address: string) => count.set(address, (count.get(address) ?? 0) + 1);
  for (const { fromAddress } of waiting) take(fromAddress);
  return due.filter(({ fromAddress, waitReason }) => {
    const address = fromAddress ?? engine.hotAddress;
    if ((count.get(address) ?? 0) >= engine.inFlightMax) return false;
    if (waitReason === null) take(address);
    return true;
  });
}
