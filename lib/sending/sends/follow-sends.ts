import type { NodeAnswer, TransactionStatus } from "@/lib/chains/driver";
import { mapLimited } from "@/lib/chains/limits";
import type { AccountNonce } from "@/lib/chains/spending";
import { countWitnesses } from "@/lib/chains/statements";
import { crashPoint } from "@/lib/kernel/crash-point";
import { log } from "@/lib/kernel/log";
import { withTrace } from "@/lib/kernel/work-context";
import type { Engine } from "@/lib/sending/sends/engine";
import { type Outgoing, traceOf } from "@/lib/sending/sends/outgoing";
import { type Inclusion, markIncluded, markNotIncluded } from "@/lib/sending/sends/outgoing-repo";

/** Number of concurrent lookups. */
const CHECKS_AT_ONCE = 8;
/**
 * Even if its nonce seems certain, each transaction itself is looked up at this interval, because a
 * node may report wrong nonces.
 */
const CHECK_MS = 2_000;
/**
 * Without nonces, each transaction is looked up about once per block, and more often on slow
 * chains.
 */
const CHECK_WITHOUT_NONCE_MS_MAX = 15_000;

export type IncludedStatus = Extract<TransactionStatus, { state: "included" }>;

/** A transaction of the gateway found in a block, with its version. */
export type Found = { readonly outgoing: Outgoing; readonly version: number; readonly status: IncludedStatus };

export type Followed = {
  readonly included: readonly Found[];
  /** Not known to be in a block, ordered by account and nonce. */
  readonly waiting: readonly Outgoing[];
  /** The subset whose nonce is used according to the chain but which are in no block. */
  readonly missing: readonly Outgoing[];
  /**
   * The subset, on networks without nonces, of which the queried node knows no version in this
   * step.
   */
  readonly absent: readonly Outgoing[];
};

/** Not in a block; `isPending`: a node knows one of its versions. */
type Unfound = { readonly isPending: boolean };

/**
 * Looks up the transactions in flight and records the blocks they are in. Looks up every version:
 * the included one counts.
 */
export async function followSends(
  engine: Engine,
  live: readonly Outgoing[],
  nonces: ReadonlyMap<string, AccountNonce>,
  deepHeight: bigint,
  signal: AbortSignal,
): Promise<Followed> {
  const isUsed = ({ fromAddress, nonce }: Outgoing) =>
    nonce !== null && (nonces.get(fromAddress)?.included ?? 0n) > nonce;
  const now = performance.now();
  const looked = live.filter(
    (outgoing) => (isUsed(outgoing) && isCheckDue(outgoing, deepHeight)) || isDue(engine, outgoing, now),
  );
  const findings = await mapLimited(looked, CHECKS_AT_ONCE, async (outgoing) => ({
    outgoing,
    found: await withTrace(traceOf(outgoing), () => tryFind(engine, outgoing, signal)),
  }));
  for (const { id } of looked) engine.memory.lookedAtMs.set(id, now);
  const included = findings.flatMap(({ found }) => (found !== "unread" && "status" in found ? [found] : []));
  const unread = new Set(findings.filter(({ found }) => found === "unread").map(({ outgoing }) => outgoing.id));
  const unfound = findings.filter(({ found }) => found !== "unread" && "isPending" in found);
  await writeDown(
    included,
    unfound.map(({ outgoing }) => outgoing),
  );
  const isFound = new Set(included.map(({ outgoing }) => outgoing.id));
  const wasLooked = new Set(looked.map(({ id }) => id));
  // A transaction that could not be looked up is neither found nor missing.
  const waiting = live.filter(
    ({ id, status }) => !isFound.has(id) && !unread.has(id) && (status === "signed" || wasLooked.has(id)),
  );
  const missing = waiting.filter((outgoing) => wasLooked.has(outgoing.id) && isUsed(outgoing));
  const absent = unfound.flatMap(({ outgoing, found }) =>
    outgoing.nonce === null && found !== "unread" && "isPending" in found && !found.isPending ? [outgoing] : [],
  );
  return { included, waiting, missing, absent };
}

/** Of the included ones, only those that may now have enough confirmations. */
function isCheckDue({ blockHeight }: Outgoing, deepHeight: bigint): boolean {
  return blockHeight === null || blockHeight <= deepHeight;
}

function isDue({ memory, timing }: Engine, { id, nonce }: Outgoing, now: number): boolean {
  const checkMs = nonce === null ? Math.min(timing.watchMs, CHECK_WITHOUT_NONCE_MS_MAX) : CHECK_MS;
  const lookedAt = memory.lookedAtMs.get(id);
  if (lookedAt === undefined) memory.lookedAtMs.set(id, now);
  return lookedAt !== undefined && now - lookedAt >= checkMs;
}

async function tryFind(engine: Engine, outgoing: Outgoing, signal: AbortSignal): Promise<Found | Unfound | "unread"> {
  try {
    return await findVersion(engine, outgoing, signal);
  } catch (error) {
    signal.throwIfAborted();
    log().warn({ network: engine.networkCode, outgoingId: outgoing.id, err: error }, "a transaction could not be read");
    return "unread";
  }
}

async function findVersion(engine: Engine, outgoing: Outgoing, signal: AbortSignal): Promise<Found | Unfound> {
  let isPending = false;
  for (const { version, transactionId } of outgoing.versions.toReversed()) {
    const status = await engine.driver.transactionStatus(transactionId, signal);
    if (status.state === "included") return { outgoing, version, status };
    if (status.state === "pending") isPending = true;
  }
  return { isPending };
}

async function writeDown(included: readonly Found[], lost: readonly Outgoing[]): Promise<void> {
  const news = included.filter(({ outgoing, version, status }) => {
    const { includedVersion, blockHash } = outgoing;
    return includedVersion !== version || blockHash !== status.block.hash;
  });
  if (news.length > 0) crashPoint("send:seen");
  await markIncluded(news.map(toInclusion));
  await markNotIncluded(lost.filter(({ status }) => status === "included").map(({ id }) => id));
  if (news.length > 0) crashPoint("send:included");
}

export function toInclusion({ outgoing, version, status }: Found): Inclusion {
  return { id: outgoing.id, version, height: BigInt(status.block.height), hash: status.block.hash };
}

/** The other nodes' responses about a transaction that one node reports in a block. */
export type QuorumResult =
  | { readonly kind: "agreed" }
  /** Fewer witnesses than needed agree, and none contradicts. */
  | { readonly kind: "missing"; readonly witnesses: number; readonly isSilent: boolean }
  | { readonly kind: "contradicted"; readonly says: string };

/**
 * Compares the response of every node with that of one node. A different outcome in the same block
 * contradicts it; so does, from a node that has reached `deepHeight`, anything but that block. A
 * node a block behind can attest a success. A failure returns money, so a node must have reached
 * `deepHeight` to attest it. Pure.
 */
export function evaluateQuorum(
  nodeAnswers: readonly NodeAnswer<TransactionStatus>[],
  said: IncludedStatus,
  deepHeight: number,
  needed: number,
): QuorumResult {
  const isFar = ({ head }: NodeAnswer<TransactionStatus>) => head !== null && head.height >= deepHeight;
  for (const nodeAnswer of nodeAnswers) {
    const { node, answer } = nodeAnswer;
    if (answer === null || (!isFar(nodeAnswer) && !isInBlockOf(answer, said))) continue;
    if (!isSame(answer, said)) return { kind: "contradicted", says: `${node} says that it ${outcomeText(answer)}` };
  }
  const agreeing = nodeAnswers.filter(
    (nodeAnswer) => isSame(nodeAnswer.answer, said) && (said.succeeded || isFar(nodeAnswer)),
  );
  const witnesses = countWitnesses(agreeing.map(({ node }) => node));
  if (witnesses >= needed) return { kind: "agreed" };
  return { kind: "missing", witnesses, isSilent: nodeAnswers.some(({ answer }) => answer === null) };
}

function isInBlockOf(answer: TransactionStatus | null, { block }: IncludedStatus): answer is IncludedStatus {
  return answer?.state === "included" && answer.block.hash === block.hash;
}

function isSame(answer: TransactionStatus | null, said: IncludedStatus): boolean {
  return isInBlockOf(answer, said) && answer.succeeded === said.succeeded;
}

export function outcomeText(answer: TransactionStatus): string {
  if (answer.state === "absent") return "is in no block";
  if (answer.state === "pending") return "still waits for a block";
  return `${answer.succeeded ? "was carried out" : "failed"} in block ${answer.block.height} (${answer.block.hash})`;
}
