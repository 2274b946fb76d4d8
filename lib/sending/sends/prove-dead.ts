import type { ChainDriver } from "@/lib/chains/driver";
import { ChainUnavailableError } from "@/lib/chains/errors";
import type { CoinName } from "@/lib/chains/facts";
import type { Confirmability, SentTransfer } from "@/lib/chains/spending";
import { countWitnesses } from "@/lib/chains/statements";
import { raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { withTransaction } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { withTrace } from "@/lib/kernel/work-context";
import { findOrigin, recordOrigins } from "@/lib/money-in/deposits/coins-repo";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";
import type { Engine } from "@/lib/sending/sends/engine";
import { leadOf, type Outgoing, toSigned, traceOf, versionOf } from "@/lib/sending/sends/outgoing";
import { findSpentBy } from "@/lib/sending/sends/outgoing-repo";
import { WITNESSES_MIN } from "@/lib/sending/sends/prove-included";

const FIRST_VERSION = 1;
/**
 * After this many times the wait for the first replacement, a person is alerted, whatever was
 * tried.
 */
const HOPELESS_TIMES = 6;
/** Number of attempts during that wait. */
const TRIES_A_WAIT = 4;

/**
 * Calls `renew` at intervals for each transaction that is in no block although its newest version
 * is old. Alerts the operator if that lasts.
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
    await withTrace(traceOf(outgoing), () => tryRenew(engine, outgoing, signal, renew));
  }
}

async function tryRenew(
  engine: Engine,
  outgoing: Outgoing,
  signal: AbortSignal,
  renew: (outgoing: Outgoing) => Promise<void>,
): Promise<void> {
  try {
    if (ageOf(outgoing, FIRST_VERSION) >= HOPELESS_TIMES * engine.timing.replaceMs) await raiseStuck(outgoing);
    await renew(outgoing);
  } catch (error) {
    signal.throwIfAborted();
    // A failed attempt is repeated; the others do not wait for it.
    log().error({ network: engine.networkCode, outgoingId: outgoing.id, err: error }, "nothing could be done for it");
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
 * The longest chain of unconfirmed transactions that nodes accept: the gateway never spends
 * unconfirmed outputs, so a longer chain was once in blocks.
 */
const DEPTH_MAX = 25;
/** Each is one query to every node. A person has to check what needs more. */
const QUESTIONS_MAX = 50;

type Driver = Pick<ChainDriver, "canStillConfirmByEach" | "coinsSpentBy" | "witnesses">;
type Network = Pick<CatalogNetwork, "code" | "confirmations" | "isSandbox">;

/**
 * Returns why a transaction may still be included; null when every version of it is proven dead,
 * with enough confirmations, by every node that responds, each at its own head, with at least two
 * witnesses (one on a sandbox): a single node may report wrong data or be on a fork. If only one
 * witness is configured and the operator decides, that decision replaces the second attestation.
 *
 * If a transaction that created one of its inputs is missing, that one is checked in the same way,
 * and so are its ancestors, back to one with an input that another transaction has spent: a
 * transaction with an input that can never exist is dead too.
 * @throws ChainUnavailableError when no node responds
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
  /** Witnesses required for each proof. */
  readonly needed: number;
  /** Transactions already checked: none of them is proven dead, or the inquiry would have ended. */
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
 * One dead ancestor is sufficient. Nodes may name any missing transaction, but only those that
 * created its inputs count.
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

/** Returns the transactions that it depends on and that this node does not know. */
export function lostFor(answer: Confirmability): readonly string[] {
  return answer.verdict === "unproven" ? (answer.lost ?? []) : [];
}

function lifeText(answer: Confirmability): string {
  return answer.verdict === "unproven" ? `unproven (${answer.reason})` : answer.verdict;
}

type Node = Pick<ChainDriver, "coinsSpentBy">;

/**
 * Returns the inputs of a transaction, the gateway's or a foreign one, never on a node's claim
 * alone: from what the gateway signed, or proven by bytes. Inputs that are not recorded yet and
 * that a node still knows are recorded now, because a node that drops a transaction forgets them.
 * Null when they are unknown.
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
