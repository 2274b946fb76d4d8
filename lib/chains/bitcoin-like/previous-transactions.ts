import { hex } from "@/lib/chains/bitcoin-like/decode";
import { batchWhole, type CoinNode } from "@/lib/chains/bitcoin-like/json-rpc";
import type { Coin } from "@/lib/chains/spending";

/**
 * The bytes of each transaction that made one of the coins, by id, as hexadecimal text. Whoever signs an input of the old kind does not
 * sign its amount, so the builder reads it out of these bytes, after their hash has proven them to be the right ones.
 */
export async function readPreviousTransactions(
  node: CoinNode,
  coins: readonly Coin[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(coins.map(({ transactionId }) => transactionId))];
  const calls = ids.map((id) => ({ method: "getrawtransaction", params: [id, false] }));
  const answers = calls.length === 0 ? [] : await batchWhole(node, calls, signal);
  return new Map(ids.map((id, index) => [id, hex(answers[index])]));
}
