import type { NodeAnswer, TransactionStatus } from "@/lib/chains/driver";
import { mapLimited } from "@/lib/chains/limits";
import type { AccountNonce } from "@/lib/chains/spending";
import { countWitnesses } from "@/lib/chains/statements";
import { crashPoint } from "@/lib/kernel/crash-point";
import { log } from "@/lib/kernel/log";
import type { Engine } from "@/lib/sending/sends/engine";
import type { Outgoing } from "@/lib/sending/sends/outgoing";
import { type Inclusion, markIncluded, markNotIncluded } from "@/lib/sending/sends/outgoing-repo";

/** Transactions that are asked for at once. */
const CHECKS_AT_ONCE = 8;
/**
 * However sure a nonce looks, each transaction itself is asked for now and then: a node may tell
 * nonces that are not true.
 */
const CHECK_MS = 2_000;
/**
 * Where there are none, each is asked for about as often as blocks come, and on slow chains more
 * often than that.
 */
const CHECK_WITHOUT_NONCE_MS_MAX = 15_000;

export type IncludedStatus = Extract<TransactionStatus, { state: "included" }>;

/** Where one of ours was found: in this version, in this block. */
export type Found = { readonly outgoing: Outgoing; readonly version: number; readonly status: IncludedStatus };

export type Followed = {
  readonly included: readonly Found[];
  /** In no block as far as is known, in the order of accounts and nonces. */
  readonly waiting: readonly Outgoing[];
  /** Among these: the chain's count says that their nonce is used, and they are in no block. */
  readonly missing: readonly Outgoing[];
  /**
   * Among these, where there are no nonces: the node was asked just now and knows none of their
   * versions.
   */
  readonly absent: readonly Outgoing[];
};

/** Nothing in a block; `isPending`: a node shows one of its versions. */
type Unfound = { readonly isPending: boolean };

/**
 * Looks where the transactions on their way are, and writes down the blocks that they are in. Every
 * version is looked for: whichever is in a block is the one.
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
    found: await tryFind(engine, outgoing, signal),
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
  // One that could not be read is neither found nor missing: nothing is concluded from it.
  const waiting = live.filter(
    ({ id, status }) => !isFound.has(id) && !unread.has(id) && (status === "signed" || wasLooked.has(id)),
  );
  const missing = waiting.filter((outgoing) => wasLooked.has(outgoing.id) && isUsed(outgoing));
  const absent = unfound.flatMap(({ outgoing, found }) =>
    outgoing.nonce === null && found !== "unread" && "isPending" in found && !found.isPending ? [outgoing] : [],
  );
  return { included, waiting, missing, absent };
}

/** Of what is in a block already, only what may have become deep enough. */
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

/** What the other nodes answer about a transaction that one node has in a block. */
export type QuorumResult =
  | { readonly kind: "agreed" }
  /** Fewer witnesses than are needed say the same, and nobody says otherwise. */
  | { readonly kind: "missing"; readonly witnesses: number; readonly isSilent: boolean }
  | { readonly kind: "contradicted"; readonly says: string };

/**
 * Compares the answer of every node with the answer of one. Another outcome in the same block
 * contradicts it, and so does, of a node that has come as far as `deepHeight`, anything but that
 * block. A node a block behind may speak for what arrived. That nothing was carried out gives money
 * back: there a node has to be as far. Pure.
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
