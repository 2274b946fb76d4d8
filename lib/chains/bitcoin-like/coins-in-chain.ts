import { fieldsOf, hex, units } from "@/lib/chains/bitcoin-like/decode";
import { batchWhole, type CoinNode } from "@/lib/chains/bitcoin-like/json-rpc";
import type { Coin } from "@/lib/chains/spending";

export type UnspentOutput = { readonly units: bigint; readonly scriptHex: string; readonly hasToken: boolean };

type Named = Pick<Coin, "transactionId" | "index">;

/**
 * Each coin as this node has it, in the same order; null: not there, be it that it was spent or that it never was. With the mempool a
 * coin counts that waits there, and none that something waiting there spends.
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
