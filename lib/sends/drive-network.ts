import { type Catalog, loadCatalog } from "@/lib/catalog/queries";
import type { AccountNonce } from "@/lib/chains/spending";
import { database } from "@/lib/db";
import { log } from "@/lib/log";
import { broadcastInOrder } from "@/lib/sends/broadcast-sends";
import { enforceNonces, findAccountsBehind, findStolenNonces, readChainNonces } from "@/lib/sends/check-nonces";
import { type Engine, networkOf } from "@/lib/sends/engine";
import { type Followed, type Found, followSends } from "@/lib/sends/follow-sends";
import { holdBack } from "@/lib/sends/hold-back";
import { isStopped } from "@/lib/sends/is-stopped";
import { type Outgoing, toSigned, versionOf } from "@/lib/sends/outgoing";
import { listLive } from "@/lib/sends/outgoing-repo";
import { replaceStuck } from "@/lib/sends/replace-stuck";
import { listDue, postpone } from "@/lib/sends/repo";
import type { Send } from "@/lib/sends/send";
import { nativeOf } from "@/lib/sends/send-terms";
import { settleSend } from "@/lib/sends/settle-send";
import { startSends } from "@/lib/sends/start-sends";
import { readStops } from "@/lib/sends/stops-repo";
import { tellWaiting } from "@/lib/sends/tell-waiting";
import { watchSettled } from "@/lib/sends/watch-settled";

/** Queued sends that one step looks at. */
const DUE_MAX = 64;
/** With nothing to send, the hot wallet's nonce is compared this often all the same. */
const IDLE_CHECK_MS = 30_000;
/** How much more seldom an idle network is looked at than a busy one's settled transactions. */
const IDLE_LOOKS = 5;

/** `moving`: something arrived, so that there is room for more: look again at once. `busy`: something waits or is on its way. */
export type StepOutcome = "moving" | "busy" | "idle";

/**
 * One step of a network's sends: what is on its way is followed, settled, handed out again or replaced, and what is queued and may go is
 * signed and broadcast. Nothing is remembered between steps that matters: whoever comes next goes on from the rows.
 * @throws ChainUnavailableError when no node answers
 */
export async function driveNetwork(engine: Engine, signal: AbortSignal): Promise<StepOutcome> {
  const { networkCode } = engine;
  const [due, before] = [await listDue(networkCode, DUE_MAX), await listLive(networkCode)];
  if (due.length + before.length === 0 && !isIdleLookDue(engine)) return "idle";
  const catalog = await loadCatalog();
  const { confirmations } = networkOf(engine, catalog);
  const stops = await readStops(database(), networkCode);
  const accounts = accountsOf(engine, { due, live: before, stopped: stops.flatMap(({ address }) => address ?? []) });
  const onChain = await readChainNonces(engine, accounts, signal);
  const behind = await findAccountsBehind(engine, onChain);
  const head = BigInt((await engine.driver.head(signal)).height);
  const followed = await followSends(engine, before, onChain, head - BigInt(confirmations) + 1n, signal);
  const stolen = await findStolenNonces(engine, followed.missing, confirmations, signal);
  await enforceNonces(engine, stops, onChain.keys(), new Map([...stolen, ...behind]));

  const deep = followed.included.filter(({ status }) => isDeep(status.block.height, head, confirmations));
  try {
    // First, because a block may come at any moment: what is not in the mempool by then waits for the next one.
    await sendOut(engine, catalog, { due, followed, onChain }, signal);
  } finally {
    await settleAll(engine, catalog, deep, confirmations);
  }
  await watchSettled(engine, catalog, head, signal);
  await tellWaiting(networkCode, nativeOf(catalog, networkCode).currency.code);
  if (deep.length > 0) return "moving";
  return due.length + before.length > 0 ? "busy" : "idle";
}

/** With nothing to send, the network is looked at now and then: settled transactions, stops, alarms that may end. */
function isIdleLookDue({ memory, timing }: Engine): boolean {
  const now = performance.now();
  const isDue = now - memory.idleLookAtMs >= IDLE_LOOKS * timing.watchMs;
  if (isDue) memory.idleLookAtMs = now;
  return isDue;
}

/** Of whom the chain is asked: who is about to send, has something on its way, or stands behind a stop. */
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

/** A block that holds it is at least as high as the head that was read a moment before. */
function isDeep(blockHeight: number, head: bigint, confirmations: number): boolean {
  const height = BigInt(blockHeight);
  const depth = (head > height ? head : height) - height + 1n;
  return depth >= BigInt(confirmations);
}

async function settleAll(engine: Engine, catalog: Catalog, deep: readonly Found[], confirmations: number) {
  for (const found of deep) {
    try {
      await settleSend(engine, catalog, found, confirmations);
      engine.memory.lookedAtMs.delete(found.outgoing.id);
    } catch (error) {
      // One that cannot be settled is tried again; the others do not wait for it.
      log().error(
        { network: engine.networkCode, outgoingId: found.outgoing.id, err: error },
        "a send could not be settled",
      );
    }
  }
}

async function sendOut(
  engine: Engine,
  catalog: Catalog,
  state: { due: readonly Send[]; followed: Followed; onChain: ReadonlyMap<string, AccountNonce> },
  signal: AbortSignal,
): Promise<void> {
  const { due, followed, onChain } = state;
  if (await isStopped(database(), engine.networkCode)) {
    return holdAllBack(engine, due);
  }
  const { waiting } = followed;
  await broadcastInOrder(
    engine,
    waiting.filter((outgoing) => isUnheard(engine, outgoing, onChain)).map(toBroadcast),
    signal,
  );
  await replaceStuck(engine, catalog, waiting, signal);
  const starting = pickWithinLimit(engine, due, waiting);
  const nonceOf = (address: string) => onChain.get(address)?.pending ?? 0n;
  await startSends(engine, catalog, starting, nonceOf, signal);
}

/** Owners hear of a stop once; whoever knows of it is only looked at again later. */
async function holdAllBack({ timing }: Engine, due: readonly Send[]): Promise<void> {
  const knowing = due.filter(({ waitReason }) => waitReason === "stopped");
  await postpone(
    knowing.map(({ id }) => id),
    new Date(Date.now() + timing.retryMs),
  );
  const hindrance = { reason: "stopped", detail: "sending is stopped" } as const;
  for (const send of due) if (send.waitReason !== "stopped") await holdBack(send, hindrance, timing);
}

/** Never handed out, or a while ago and no node seems to have it. */
function isUnheard(
  { timing }: Engine,
  { fromAddress, nonce, lastBroadcastAt }: Outgoing,
  onChain: ReadonlyMap<string, AccountNonce>,
): boolean {
  if (lastBroadcastAt === null) return true;
  if (Date.now() - lastBroadcastAt.getTime() < timing.rebroadcastMs) return false;
  const known = onChain.get(fromAddress);
  return known === undefined || known.pending <= nonce || known.included > nonce;
}

function toBroadcast(outgoing: Outgoing) {
  return {
    outgoingId: outgoing.id,
    send: outgoing.send,
    signed: toSigned(outgoing, versionOf(outgoing, outgoing.version)),
  };
}

/** The oldest of each account, as many as it may have on their way. */
function pickWithinLimit(engine: Engine, due: readonly Send[], waiting: readonly Outgoing[]): Send[] {
  const count = new Map<string, number>();
  const take = (address: string) => {
    const taken = count.get(address) ?? 0;
    count.set(address, taken + 1);
    return taken < engine.inFlightMax;
  };
  for (const { fromAddress } of waiting) take(fromAddress);
  return due.filter(({ fromAddress }) => take(fromAddress ?? engine.hotAddress));
}
