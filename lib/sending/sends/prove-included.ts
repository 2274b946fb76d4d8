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

/** One node may report wrong data or be on a fork; the sandbox has only its own. */
export const WITNESSES_MIN = 2;
/**
 * After this a success is settled with fewer attestations: a node that is down must not block
 * payouts forever.
 */
export const PATIENCE_MS = 10 * 60_000;
/**
 * A node whose backends are not in sync, or that is briefly on a fork, contradicts for less than
 * this.
 */
const CONTRADICTION_MS = 2 * 60_000;
/** An unresponsive node is not waited for again, for every single transaction, before this. */
const SILENCE_MS = 15_000;

const DOUBTS = ["missing", "contradicted"] as const;
type Doubt = (typeof DOUBTS)[number];

type Parts = Pick<Engine, "networkCode" | "driver">;
type Network = Pick<CatalogNetwork, "confirmations" | "isSandbox">;

/**
 * Returns whether a node's report of a transaction may be booked: its block is the one that the
 * network's watcher has read at that height, with enough confirmations in what was read, and on a
 * real network two witnesses agree. For a success the second attestation is awaited for ten
 * minutes, and not required if only one witness is configured. A failure returns money: there the
 * second attestation is always required, with an alarm until it is received. Contradicting reports
 * are never booked: if they last, the network's sends stop. It does not matter if the contradicting
 * node stops responding: from then on two witnesses must agree, in whatever block they report it.
 */
export async function isProven(
  engine: Parts & Pick<Engine, "memory">,
  network: Network,
  found: Found,
  signal: AbortSignal,
  readBlock?: ReadBlock,
): Promise<boolean> {
  const { status } = found;
  if (!(await isRead(engine, status.block, network.confirmations, signal, readBlock))) return false;
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
 * Evaluates how certain the outcome of an ended transaction is in the block to which it moved: it
 * needs two witnesses, or one if no more are configured or have responded for ten minutes. Since it
 * returns no money, it needs no confirmations there; only nodes that have reached the required
 * depth can contradict.
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
 * Returns whether a success may be settled with fewer attestations than required, after waiting for
 * them this long.
 */
async function isEnough(engine: Pick<Engine, "networkCode" | "memory">, found: Found, sinceMs: number) {
  const contradictedMs = await contradictedForMs(engine, found);
  if (contradictedMs !== null) {
    // The contradicting node no longer responds, but the operator must still be alerted.
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

/** Returns what the network's watcher knows of a height; see {@link readBlockHash}. */
export type ReadBlock = (height: bigint) => ReturnType<typeof readBlockHash>;

/** Reads each height once: for many transactions that are proven at the same time. */
export function readBlocksOnce(networkCode: string): ReadBlock {
  const read = new Map<bigint, ReturnType<typeof readBlockHash>>();
  return (height) => {
    const block = read.get(height) ?? readBlockHash(networkCode, height);
    read.set(height, block);
    return block;
  };
}

/** Returns whether the network's watcher has read this block, and enough blocks from it on. */
export async function isRead(
  { networkCode, driver }: Parts,
  block: BlockReference,
  depth: number,
  signal: AbortSignal,
  readBlock: ReadBlock = (height) => readBlockHash(networkCode, height),
): Promise<boolean> {
  const height = BigInt(block.height);
  const read = await readBlock(height);
  if (read === null || read.readHeight < height + BigInt(depth) - 1n) return false;
  if (read.hash !== null) return read.hash === block.hash;
  // Older than the watcher stores, and thus deeper than any reorganisation it would follow: every
  // node must have it there.
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
 * A node just failed to respond, so waiting for its attestation now would be in vain. Once the
 * waiting time is over the nodes are queried anyway, for the first attestation.
 */
function isHopelessNow({ memory }: Pick<Engine, "memory">, found: Found): boolean {
  if (performance.now() - memory.nodeSilentAtMs >= SILENCE_MS) return false;
  const waitedMs = doubtedForMs({ memory }, found, "missing");
  return contradictionOf({ memory }, found) !== null || waitedMs < PATIENCE_MS;
}

/**
 * Returns when a node started to contradict another about it, in any block and for any outcome:
 * otherwise a node that lies could name another block as soon as the node that contradicts it is
 * silent.
 */
function contradictionOf({ memory }: Pick<Engine, "memory">, { outgoing }: Found): { readonly sinceMs: number } | null {
  return memory.doubts.get(`contradicted ${outgoing.id}`) ?? null;
}

/**
 * Returns for how long a node has contradicted another about it, as seen by this process or any
 * other; null: none has.
 */
async function contradictedForMs(engine: Pick<Engine, "memory">, found: Found): Promise<number | null> {
  const heard = contradictionOf(engine, found);
  if (heard !== null) return performance.now() - heard.sinceMs;
  const recorded = await readContradiction(found.outgoing.id);
  return recorded === null ? null : Date.now() - recorded.getTime();
}

/** Whether sends have stopped because of it. */
async function isContradictionOpen({ outgoing }: Found): Promise<boolean> {
  return (await listOpenSubjects("send-outcome-changed", outgoing.id)).length > 0;
}

/**
 * Returns for how long this doubt has lasted, in this block. A contradiction does not end a missing
 * attestation, nor the reverse.
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
 * Records that nodes contradict each other about it, for every other process and after a restart.
 */
async function recordContradiction(outgoingId: string): Promise<void> {
  const where = { id: outgoingId, conflictSince: null };
  await database().outgoingTransaction.updateMany({ where, data: { conflictSince: new Date() } });
}

/** Returns since when they have; null when they do not, or have agreed since. */
async function readContradiction(outgoingId: string): Promise<Date | null> {
  const where = { id: outgoingId };
  const row = await database().outgoingTransaction.findUnique({ where, select: { conflictSince: true } });
  return row?.conflictSince ?? null;
}
