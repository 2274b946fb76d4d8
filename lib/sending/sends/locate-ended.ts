import type { ChainDriver, NodeAnswer, TransactionStatus } from "@/lib/chains/driver";
import { ChainUnavailableError } from "@/lib/chains/errors";
import type { Coin } from "@/lib/chains/spending";
import { countWitnesses } from "@/lib/chains/statements";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";
import type { Engine } from "@/lib/sending/sends/engine";
import type { Found } from "@/lib/sending/sends/follow-sends";
import type { Outgoing } from "@/lib/sending/sends/outgoing";
import { isRead, PATIENCE_MS, WITNESSES_MIN } from "@/lib/sending/sends/prove-included";

/** No transaction has this id: the query is about the UTXOs alone. */
const NO_TRANSACTION = "0".repeat(64);

/** `unclear`: an unconfirmed transaction has spent one of them, or the node cannot tell. */
type CoinsState = "unspent" | "spent" | "unclear";

/**
 * Returns whether a transaction could still spend all of these UTXOs, as far as the nodes know;
 * `spent` only when another transaction with enough confirmations has spent one of them.
 * @throws ChainUnavailableError when no node responds
 */
export async function stateOfCoins(
  driver: Pick<ChainDriver, "canStillConfirm">,
  coins: readonly Coin[],
  confirmations: number,
  signal: AbortSignal,
): Promise<CoinsState> {
  if (coins.length === 0) return "unspent";
  const of = { transactionId: NO_TRANSACTION, spends: { kind: "coins" as const, coins } };
  const { verdict } = await driver.canStillConfirm(of, confirmations, signal);
  if (verdict === "possible") return "unspent";
  return verdict === "impossible" ? "spent" : "unclear";
}

/**
 * Location of an ended transaction that is not in the block in which it ended. `block`: in a block
 * that was read here, according to at least one node; `unread`: in one that was not read; `lost`:
 * no responding node has it in a block of the gateway's chain; `gone`: lost, and enough nodes
 * attest it.
 */
type Place = { readonly kind: "block"; readonly found: Found } | { readonly kind: "unread" | "lost" | "gone" };

const WAITS = ["unread", "gone"] as const;

type Parts = Pick<Engine, "networkCode" | "driver" | "memory">;

/**
 * Queries each node for each version: a node that hides it, or is on a fork, must not
 * decide. @throws ChainUnavailableError when none responds
 */
export async function locate(
  engine: Parts,
  network: Pick<CatalogNetwork, "isSandbox">,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<Place> {
  const nodeAnswers = await askForVersions(engine, outgoing, signal);
  const inBlocks = nodeAnswers.flatMap(({ version, answer: status }) =>
    status?.state === "included" ? [{ outgoing, version, status }] : [],
  );
  for (const found of inBlocks) {
    if (!(await isRead(engine, found.status.block, 1, signal))) continue;
    for (const kind of WAITS) engine.memory.doubts.delete(`${kind} ${outgoing.id}`);
    return { kind: "block", found };
  }
  // A lagging reader reads the block soon; a node that names a block of another chain must not hide
  // the transaction forever.
  if (inBlocks.length > 0) return { kind: waitedMs(engine, outgoing, "unread") < PATIENCE_MS ? "unread" : "lost" };
  engine.memory.doubts.delete(`unread ${outgoing.id}`);
  return { kind: isGone(engine, network, outgoing, nodeAnswers) ? "gone" : "lost" };
}

type LocatedAnswer = NodeAnswer<TransactionStatus> & { readonly version: number };

/** Newest version first. */
async function askForVersions(
  { driver }: Parts,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<readonly LocatedAnswer[]> {
  const nodeAnswers: LocatedAnswer[] = [];
  for (const { version, transactionId } of outgoing.versions.toReversed()) {
    const each = await driver.transactionStatusByEach(transactionId, signal);
    if (each.every(({ answer }) => answer === null)) throw new ChainUnavailableError(`no node tells ${transactionId}`);
    nodeAnswers.push(...each.map((nodeAnswer) => ({ ...nodeAnswer, version })));
  }
  return nodeAnswers;
}

/** Returns whether none of these responses has it in a block. */
function isGone(
  engine: Parts,
  { isSandbox }: Pick<CatalogNetwork, "isSandbox">,
  outgoing: Outgoing,
  nodeAnswers: readonly LocatedAnswer[],
): boolean {
  const far = nodeAnswers.filter(({ head, answer }) => {
    return answer !== null && head !== null && BigInt(head.height) >= (outgoing.blockHeight ?? 0n);
  });
  const needed = Math.min(isSandbox ? 1 : WITNESSES_MIN, engine.driver.witnesses);
  if (countWitnesses(far.map(({ node }) => node)) >= needed) return true;
  return far.length > 0 && waitedMs(engine, outgoing, "gone") >= PATIENCE_MS;
}

/** Returns for how long this has been the result, in this process. */
function waitedMs({ memory }: Parts, { id, blockHash }: Outgoing, kind: (typeof WAITS)[number]): number {
  const key = `${kind} ${id}`;
  const about = blockHash ?? "";
  const known = memory.doubts.get(key);
  if (known?.about === about) return performance.now() - known.sinceMs;
  memory.doubts.set(key, { about, sinceMs: performance.now() });
  return 0;
}
