import type { BlockReference } from "@/lib/chains/driver";
import { listOpenSubjects, raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { database, withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";
import type { Engine } from "@/lib/sending/sends/engine";
import { evaluateQuorum, type Found, outcomeText, type QuorumResult } from "@/lib/sending/sends/follow-sends";
import { leadOf, versionOf } from "@/lib/sending/sends/outgoing";
import { readBlockHash } from "@/lib/sending/sends/outgoing-repo";
import { stopForOutcome } from "@/lib/sending/sends/stop-sends";

/** One node may lie or be on a fork; on the sandbox there is only its own. */
export const WITNESSES_MIN = 2;
/**
 * What arrived is settled on fewer words after this: a node that is down must not hold payouts back
 * for ever.
 */
export const PATIENCE_MS = 10 * 60_000;
/**
 * A node whose parts are not equally far, and one that is on a fork for a moment, say otherwise for
 * less than this.
 */
const CONTRADICTION_MS = 2 * 60_000;
/**
 * A node that gave no answer is not waited for again, for every transaction by itself, before this.
 */
const SILENCE_MS = 15_000;

const DOUBTS = ["missing", "contradicted"] as const;
type Doubt = (typeof DOUBTS)[number];

type Parts = Pick<Engine, "networkCode" | "driver">;
type Network = Pick<CatalogNetwork, "confirmations" | "isSandbox">;

/**
 * Whether what a node said of a transaction may be booked: its block is the one that the network's
 * watcher has read there, deep enough in what was read, and on a real network two witnesses say the
 * same. For what arrived the second word is waited for ten minutes, and not asked for where one
 * witness is all that is configured. That nothing was carried out gives money back: there the
 * second word is wanted for ever, with an alarm until it is had. What nodes contradict each other
 * about is never booked: when that lasts, the network's sends stop. That whoever contradicted has
 * fallen silent makes no difference: from then on two witnesses have to agree, in whatever block
 * they have it.
 */
export async function isProven(
  engine: Parts & Pick<Engine, "memory">,
  network: Network,
  found: Found,
  signal: AbortSignal,
): Promise<boolean> {
  const { status } = found;
  if (!(await isRead(engine, status.block, network.confirmations, signal))) return false;
  if (status.succeeded && (network.isSandbox || engine.driver.witnesses < WITNESSES_MIN)) return true;
  if (status.succeeded && isHopelessNow(engine, found)) return false;
  const result = await askEach(engine, network, found, signal);
  if (result.kind === "agreed") return endDoubts(engine, found);
  if (!status.succeeded) await reportFailure(engine, network, found, result);
  const sinceMs = doubtedForMs(engine, found, result.kind);
  if (result.kind === "contradicted") {
    await recordContradiction(found.outgoing.id);
    if (sinceMs >= CONTRADICTION_MS) await stopForOutcome(found.outgoing, contradictionText(found, result.says));
    return false;
  }
  if (result.isSilent) engine.memory.nodeSilentAtMs = performance.now();
  return status.succeeded && result.witnesses > 0 && isEnough(engine, found, sinceMs);
}

/**
 * How sure it is what an ended transaction did in a block to which it moved: by two witnesses, or
 * one where no more are configured, or have answered for ten minutes. Nothing is given back by
 * that, so it need not be deep there; only nodes to which it is deep contradict.
 */
export async function evaluateMovedInclusion(
  engine: Parts & Pick<Engine, "memory">,
  network: Network,
  found: Found,
  signal: AbortSignal,
): Promise<"sure" | "unsure" | "contradicted"> {
  if (network.isSandbox || engine.driver.witnesses < WITNESSES_MIN) return "sure";
  const result = await askEach(engine, network, found, signal);
  if (result.kind === "agreed") {
    endDoubts(engine, found);
    return "sure";
  }
  const sinceMs = doubtedForMs(engine, found, result.kind);
  if (result.kind === "missing") {
    return result.witnesses > 0 && (await isEnough(engine, found, sinceMs)) ? "sure" : "unsure";
  }
  await recordContradiction(found.outgoing.id);
  if (sinceMs >= CONTRADICTION_MS) await stopForOutcome(found.outgoing, contradictionText(found, result.says));
  return "contradicted";
}

/**
 * Whether what arrived is settled on fewer words than are needed, which it has waited for so long.
 */
async function isEnough(engine: Pick<Engine, "networkCode" | "memory">, found: Found, sinceMs: number) {
  const contradictedMs = await contradictedForMs(engine, found);
  if (contradictedMs !== null) {
    // Whoever contradicted says nothing any more, which must not keep it from the operator.
    const says = "another said otherwise before and has not come back to it";
    if (contradictedMs >= CONTRADICTION_MS) await stopForOutcome(found.outgoing, contradictionText(found, says));
    return false;
  }
  if (sinceMs < PATIENCE_MS || (await isContradictionOpen(found))) return false;
  log().warn(
    { network: engine.networkCode, outgoingId: found.outgoing.id },
    "a send is believed on one node's word: no other one has answered for it",
  );
  return endDoubts(engine, found);
}

/** Whether the network's watcher has read this very block, and so many from it on. */
export async function isRead(
  { networkCode, driver }: Parts,
  block: BlockReference,
  depth: number,
  signal: AbortSignal,
): Promise<boolean> {
  const height = BigInt(block.height);
  const read = await readBlockHash(networkCode, height);
  if (read === null || read.readHeight < height + BigInt(depth) - 1n) return false;
  if (read.hash !== null) return read.hash === block.hash;
  // Older than what the watcher keeps: deeper than any reorganisation that it would follow, so
  // every node must have it there.
  const answers = (await driver.blockAtByEach(block.height, signal)).flatMap(({ answer }) => answer?.block ?? []);
  return answers.length > 0 && answers.every(({ hash }) => hash === block.hash);
}

async function askEach(
  { driver }: Parts,
  { confirmations, isSandbox }: Network,
  { outgoing, version, status }: Found,
  signal: AbortSignal,
): Promise<QuorumResult> {
  const nodeAnswers = await driver.transactionStatusByEach(versionOf(outgoing, version).transactionId, signal);
  return evaluateQuorum(nodeAnswers, status, status.block.height + confirmations - 1, isSandbox ? 1 : WITNESSES_MIN);
}

/**
 * Silent a moment ago: the second word would be waited for in vain. When patience is over it is
 * asked for all the same, to hear the first.
 */
function isHopelessNow({ memory }: Pick<Engine, "memory">, found: Found): boolean {
  if (performance.now() - memory.nodeSilentAtMs >= SILENCE_MS) return false;
  const waitedMs = doubtedForMs({ memory }, found, "missing");
  return contradictionOf({ memory }, found) !== null || waitedMs < PATIENCE_MS;
}

/**
 * When a node last began to contradict another about it, in any block and of any outcome: a liar
 * would else say another block as soon as the node that knows better is silent.
 */
function contradictionOf({ memory }: Pick<Engine, "memory">, { outgoing }: Found): { readonly sinceMs: number } | null {
  return memory.doubts.get(`contradicted ${outgoing.id}`) ?? null;
}

/**
 * For how long a node has contradicted another about it, by what this process heard or any other
 * one did; null: none has.
 */
async function contradictedForMs(engine: Pick<Engine, "memory">, found: Found): Promise<number | null> {
  const heard = contradictionOf(engine, found);
  if (heard !== null) return performance.now() - heard.sinceMs;
  const recorded = await readContradiction(found.outgoing.id);
  return recorded === null ? null : Date.now() - recorded.getTime();
}

/** Sends have stopped for it. */
async function isContradictionOpen({ outgoing }: Found): Promise<boolean> {
  return (await listOpenSubjects("send-outcome-changed", outgoing.id)).length > 0;
}

/**
 * How long this has kept it from being proven, in this very block. That it was contradicted does
 * not end that a word is missing, nor the reverse.
 */
function doubtedForMs({ memory }: Pick<Engine, "memory">, { outgoing, version, status }: Found, kind: Doubt): number {
  const key = `${kind} ${outgoing.id}`;
  const about = `${version} ${status.block.hash} ${status.succeeded}`;
  const now = performance.now();
  const known = memory.doubts.get(key);
  if (known?.about === about) return now - known.sinceMs;
  memory.doubts.set(key, { about, sinceMs: now });
  return 0;
}

function endDoubts({ memory }: Pick<Engine, "memory">, { outgoing }: Found): true {
  for (const kind of DOUBTS) memory.doubts.delete(`${kind} ${outgoing.id}`);
  return true;
}

function contradictionText({ outgoing, version, status }: Found, says: string): string {
  const { transactionId } = versionOf(outgoing, version);
  return `one node reports that ${transactionId} ${outcomeText(status)}, and ${says}: it is not booked until they agree`;
}

async function reportFailure(
  { driver }: Parts,
  { isSandbox }: Network,
  found: Found,
  result: Exclude<QuorumResult, { kind: "agreed" }>,
): Promise<void> {
  const send = leadOf(found.outgoing);
  const needed = isSandbox ? 1 : WITNESSES_MIN;
  const doubt =
    result.kind === "contradicted"
      ? `the nodes do not agree, ${result.says}`
      : `confirmed by ${result.witnesses} of the ${needed} required nodes (on separate hosts); ${driver.witnesses} configured`;
  const message = `${send.purpose} ${send.purposeId}: a node reports that it failed on the chain; it is not ended before this is confirmed: ${doubt}`;
  await withTransaction((tx) => raiseAlarm(tx, { kind: "send-refused", subject: send.id, message }));
}

/**
 * Nodes contradict each other about it: every process knows from now on, and one that is restarted.
 */
async function recordContradiction(outgoingId: string): Promise<void> {
  const where = { id: outgoingId, conflictSince: null };
  await database().outgoingTransaction.updateMany({ where, data: { conflictSince: new Date() } });
}

/** Since when they do; null when they do not, or have come to agree. */
async function readContradiction(outgoingId: string): Promise<Date | null> {
  const where = { id: outgoingId };
  const row = await database().outgoingTransaction.findUnique({ where, select: { conflictSince: true } });
  return row?.conflictSince ?? null;
}
