import { isTransaction } from "@/lib/chains/bitcoin-like/building/previous-transaction";
import { hex } from "@/lib/chains/bitcoin-like/decode";
import { batchWhole, type CoinNode } from "@/lib/chains/bitcoin-like/json-rpc";
import type { Coin } from "@/lib/chains/spending";

/**
 * The bytes of each transaction that made one of the coins, by id, as hexadecimal text. Whoever signs an input of the old kind does not
 * sign its amount, so the builder reads it out of these bytes. Their hash proves them here, where another node can still be asked.
 * @throws Error when the node sent something else
 */
export async function readPreviousTransactions(
  node: CoinNode,
  coins: readonly Coin[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(coins.map(({ transactionId }) => transactionId))];
  return new Map(await readRaw(node, ids, signal));
}

/** Pairs of id and bytes, in the order given. @throws Error when the node sent something else */
export async function readRaw(
  node: CoinNode,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly (readonly [id: string, rawHex: string])[]> {
  const calls = ids.map((id) => ({ method: "getrawtransaction", params: [id, false] }));
  const answers = calls.length === 0 ? [] : await batchWhole(node, calls, signal);
  return ids.map((id, index) => {
    const rawHex = hex(answers[index]);
    if (!isTransaction(id, rawHex)) throw new Error(`${node.name} sent other bytes than those of ${id}`);
    return [id, rawHex] as const;
  });
}
