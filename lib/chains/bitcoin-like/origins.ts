import { coinsSpentIn } from "@/lib/chains/bitcoin-like/building/previous-transaction";
import { fieldsOf, hex, units } from "@/lib/chains/bitcoin-like/decode";
import { batchWhole, type CoinNode, NodeAnswerError } from "@/lib/chains/bitcoin-like/json-rpc";
import { TransactionRefusedError } from "@/lib/chains/errors";
import type { CoinName } from "@/lib/chains/facts";
import { AnswerTooLargeError } from "@/lib/chains/node-request";
import type { Coin } from "@/lib/chains/spending";
import { chunk } from "@/lib/kernel/chunk";

/**
 * Coins reported per transaction: a tenth of the largest that nodes relay. A transaction that dies
 * through another of its coins is not proven dead by these.
 */
const COINS_TOLD_MAX = 100;
/**
 * Requested per call. Standard transactions have at most 200 kB as text, those that miners include
 * directly up to 8 MB.
 */
const ASKED_TOGETHER = 20;
/** Outpoint id of a coinbase input. */
const NO_TRANSACTION = "0".repeat(64);

/**
 * Returns the coins that each transaction spends, by transaction id, as far as the node answers
 * now: nothing depends on it, so anything unavailable or unproven is left out.
 */
export async function readOrigins(
  node: CoinNode,
  transactionIds: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly CoinName[]>> {
  const origins = new Map<string, readonly CoinName[]>();
  for (const part of chunk([...new Set(transactionIds)], ASKED_TOGETHER)) {
    const told = await readPart(node, part, signal);
    // Does not query a node again that is not answering.
    if (told === null) break;
    for (const [id, coins] of told) origins.set(id, coins);
  }
  return origins;
}

type Origin = readonly [id: string, coins: readonly CoinName[]];

/** Returns null when the node does not answer. */
async function readPart(
  node: CoinNode,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly Origin[] | null> {
  try {
    const answers = await node.batch(ids.map(toCall), signal);
    return ids.flatMap((id, index) => {
      const coins = proven(id, answers[index]);
      return coins === null ? [] : [[id, coins] as const];
    });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AnswerTooLargeError)) return null;
    if (ids.length <= 1) return [];
    const each: Origin[] = [];
    for (const id of ids) each.push(...((await readPart(node, [id], signal)) ?? []));
    return each;
  }
}

/**
 * Returns the coins that one transaction spends; null when the node does not have it, in its chain
 * or elsewhere. @throws Error for bytes of another transaction
 */
export async function readOrigin(
  node: CoinNode,
  transactionId: string,
  signal: AbortSignal,
): Promise<readonly CoinName[] | null> {
  const [answer] = await node.batch([toCall(transactionId)], signal);
  return answer instanceof NodeAnswerError ? null : firstCoins(transactionId, hex(answer));
}

const toCall = (id: string) => ({ method: "getrawtransaction", params: [id, false] });

function proven(id: string, answer: unknown): readonly CoinName[] | null {
  if (answer instanceof NodeAnswerError) return null;
  try {
    return firstCoins(id, hex(answer));
  } catch (error) {
    // Litecoin transactions into the extension block are encoded differently.
    if (error instanceof TransactionRefusedError) return null;
    throw error;
  }
}

function firstCoins(id: string, rawHex: string): readonly CoinName[] {
  const coins = coinsSpentIn(id, rawHex).filter(({ transactionId }) => transactionId !== NO_TRANSACTION);
  return coins.slice(0, COINS_TOLD_MAX);
}

export type UnspentOutput = { readonly units: bigint; readonly scriptHex: string; readonly hasToken: boolean };

type Named = Pick<Coin, "transactionId" | "index">;

/**
 * Returns each coin as this node has it, in the same order; null for a coin that was spent or never
 * existed. With the mempool, pending coins count, and coins that a pending transaction spends do
 * not.
 */
export async function readUnspent(
  node: CoinNode,
  coins: readonly Named[],
  withMempool: boolean,
  signal: AbortSignal,
): Promise<readonly (UnspentOutput | null)[]> {
  const calls = coins.map(({ transactionId, index }) => ({
    method: "gettxout",
    params: [transactionId, index, withMempool],
  }));
  return (await batchWhole(node, calls, signal)).map((answer) => {
    if (answer === null) return null;
    const fields = fieldsOf(answer);
    const hasToken = fields.tokenData != null;
    return { units: units(fields.value), scriptHex: hex(fieldsOf(fields.scriptPubKey).hex), hasToken };
  });
}
