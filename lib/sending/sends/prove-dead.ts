import type { ChainDriver } from "@/lib/chains/driver";
import { ChainUnavailableError } from "@/lib/chains/errors";
import type { CoinName } from "@/lib/chains/facts";
import type { Confirmability, SentTransfer } from "@/lib/chains/spending";
import { countWitnesses } from "@/lib/chains/statements";
import { raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { findOrigin, recordOrigins } from "@/lib/money-in/deposits/coins-repo";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";
import type { Engine } from "@/lib/sending/sends/engine";
import { leadOf, type Outgoing, toSigned, versionOf } from "@/lib/sending/sends/outgoing";
import { findSpentBy } from "@/lib/sending/sends/outgoing-repo";
import { WITNESSES_MIN } from "@/lib/sending/sends/prove-included";

const FIRST_VERSION = 1;
/**
 * Whatever was tried, a person hears of it after so many times the wait for the first replacement.
 */
const HOPELESS_TIMES = 6;
/** Something is tried so many times during that wait. */
const TRIES_A_WAIT = 4;

/**
 * Brings forward, now and then, what is in no block although its newest version is old: by `renew`,
 * each by itself. What is so for a long time is told to the operator.
 */
export async function eachStuck(
  engine: Engine,
  waiting: readonly Outgoing[],
  signal: AbortSignal,
  renew: (outgoing: Outgoing) => Promise<void>,
): Promise<void> {
  const { replaceTriedAtMs } = engine.memory;
  for (const outgoing of waiting) {
    const ageMs = ageOf(outgoing, outgoing.version);
    if (ageMs < engine.timing.replaceMs * 2 ** (outgoing.version - 1)) continue;
    const now = performance.now();
    const triedAt = replaceTriedAtMs.get(outgoing.id) ?? Number.NEGATIVE_INFINITY;
    if (now - triedAt < engine.timing.replaceMs / TRIES_A_WAIT) continue;
    replaceTriedAtMs.set(outgoing.id, now);
    try {
      if (ageOf(outgoing, FIRST_VERSION) >= HOPELESS_TIMES * engine.timing.replaceMs) await raiseStuck(outgoing);
      await renew(outgoing);
    } catch (error) {
      signal.throwIfAborted();
      // One that cannot be brought forward is tried again; the others do not wait for it.
      log().error({ network: engine.networkCode, outgoingId: outgoing.id, err: error }, "nothing could be done for it");
    }
  }
}

function ageOf(outgoing: Outgoing, version: number): number {
  return Date.now() - versionOf(outgoing, version).signedAt.getTime();
}

async function raiseStuck(outgoing: Outgoing): Promise<void> {
  const send = leadOf(outgoing);
  const message = `${send.purpose} ${send.purposeId} on ${outgoing.networkCode} is not in a block; it was broadcast ${outgoing.broadcastCount} times in ${outgoing.version} versions`;
  await withTransaction((tx) => raiseAlarm(tx, { kind: "send-stuck", subject: outgoing.id, message }));
}

/**
 * As many as nodes let wait for one another: ours never spend what is in no block, so that a chain
 * of them was in blocks one day.
 */
const DEPTH_MAX = 25;
/** Each is a question to every node. What needs more is for a person to look at. */
const QUESTIONS_MAX = 50;

type Driver = Pick<ChainDriver, "canStillConfirmByEach" | "coinsSpentBy" | "witnesses">;
type Network = Pick<CatalogNetwork, "code" | "confirmations" | "isSandbox">;

/**
 * Why a transaction may still arrive; null when every version of it is proven dead, deep in the
 * chain, by every node that answers, each at its own head, and those are two witnesses at least
 * (one on a sandbox): a single node may lie, or be on a fork. Where one witness is all that is
 * configured and the operator decides, that decision stands for the second word.
 *
 * Where a transaction that made one of its coins is gone, that one is asked about in the same way,
 * and what made its coins, back to one of which another transaction has spent a coin: what spends a
 * coin that can never be there is as dead.
 * @throws ChainUnavailableError when no node answers
 */
export async function findLife(
  driver: Driver,
  network: Network,
  outgoing: Outgoing,
  by: { readonly isOperators: boolean },
  signal: AbortSignal,
): Promise<string | null> {
  const isAlone = outgoing.nonce === null && driver.witnesses === 1 && by.isOperators;
  const needed = network.isSandbox || isAlone ? 1 : WITNESSES_MIN;
  for (const version of outgoing.versions) {
    const inquiry = { driver, network, needed, asked: new Set<string>(), signal };
    const life = await lifeOf(inquiry, toSigned(outgoing, version), 0);
    if (life !== null) return `${version.transactionId} ${life}`;
  }
  return null;
}

type Inquiry = {
  readonly driver: Driver;
  readonly network: Network;
  /** Witnesses of each death. */
  readonly needed: number;
  /**
   * Transactions that were asked about: none of them is proven dead, or the inquiry would have
   * ended.
   */
  readonly asked: Set<string>;
  readonly signal: AbortSignal;
};

async function lifeOf(inquiry: Inquiry, transfer: SentTransfer, depth: number): Promise<string | null> {
  const { driver, network, needed, asked, signal } = inquiry;
  asked.add(transfer.transactionId);
  const nodeAnswers = await driver.canStillConfirmByEach(transfer, network.confirmations, signal);
  const answered = nodeAnswers.flatMap(({ node, answer }) => (answer === null ? [] : [{ node, answer }]));
  if (answered.length === 0) {
    throw new ChainUnavailableError(`no node answered: ${nodeAnswers.map(({ error }) => error).join("; ")}`);
  }
  const alive = answered.find(({ answer }) => answer.verdict !== "impossible" && lostFor(answer).length === 0);
  if (alive !== undefined) return `is ${lifeText(alive.answer)}, says ${alive.node}`;
  const witnesses = countWitnesses(answered.map(({ node }) => node));
  if (witnesses < needed) {
    return `is dead according to only ${witnesses} of the ${needed} required nodes (on separate hosts)`;
  }
  const lost = new Set(answered.flatMap(({ answer }) => lostFor(answer)));
  return lost.size === 0 ? null : lifeOfOrphan(inquiry, transfer, lost, depth);
}

/**
 * One ancestor that is dead is enough. Whichever a node says are lost: only what it does spend
 * counts.
 */
async function lifeOfOrphan(
  inquiry: Inquiry,
  { spends }: SentTransfer,
  lost: ReadonlySet<string>,
  depth: number,
): Promise<string | null> {
  const { driver, network, asked, signal } = inquiry;
  const makers = spends.kind === "coins" ? new Set(spends.coins.map(({ transactionId }) => transactionId)) : new Set();
  let open = "nodes miss what made none of its coins";
  for (const transactionId of lost) {
    if (!makers.has(transactionId) || asked.has(transactionId)) continue;
    if (depth >= DEPTH_MAX || asked.size >= QUESTIONS_MAX) return "is unproven (too much that it is made of is gone)";
    const coins = await findInputs(driver, network.code, transactionId, signal);
    if (coins === null) {
      open = `nobody knows what ${transactionId} spent, which made one of its coins and is gone`;
      continue;
    }
    const life = await lifeOf(inquiry, { transactionId, spends: { kind: "coins", coins } }, depth + 1);
    if (life === null) return null;
    open = `${transactionId}, which made one of its coins, ${life}`;
  }
  return `is unproven (${open})`;
}

/** Transactions without which it cannot be, and that this node has nowhere. */
export function lostFor(answer: Confirmability): readonly string[] {
  return answer.verdict === "unproven" ? (answer.lost ?? []) : [];
}

function lifeText(answer: Confirmability): string {
  return answer.verdict === "unproven" ? `unproven (${answer.reason})` : answer.verdict;
}

type Node = Pick<ChainDriver, "coinsSpentBy">;

/**
 * Coins that a transaction spends, ours or somebody else's, which never is a node's mere word: what
 * we signed, or what bytes have proven. What nobody has written down yet and a node still has is
 * written down now, because a node that lost a transaction forgets it. Null when it cannot be
 * known.
 */
async function findInputs(
  driver: Node,
  networkCode: string,
  transactionId: string,
  signal: AbortSignal,
): Promise<readonly CoinName[] | null> {
  const own = await findSpentBy(networkCode, transactionId);
  const known = own ?? (await findOrigin(networkCode, transactionId));
  if (known !== null) return known;
  const answered = (await driver.coinsSpentBy?.(transactionId, signal)) ?? null;
  if (answered === null) return null;
  await withTransaction((tx) => recordOrigins(tx, networkCode, new Map([[transactionId, answered]])));
  return answered;
}
