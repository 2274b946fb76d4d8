import type { CoinFamily } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import { scriptOfAddress } from "@/lib/chains/bitcoin-like/building/script-of";
import { BALANCE_LIMIT_MS } from "@/lib/chains/bitcoin-like/config";
import { count, fieldsOf, units } from "@/lib/chains/bitcoin-like/decode";
import type { CoinNode } from "@/lib/chains/bitcoin-like/json-rpc";
import type { Asset } from "@/lib/chains/facts";

/**
 * What an address holds in the chain, found by walking through all unspent outputs: minutes on a main network, one walk at a time, and
 * as of now only. Dogecoin's nodes cannot do it. @throws Error for a height that has passed
 */
export async function readBalance(
  node: CoinNode,
  family: CoinFamily,
  wanted: { readonly address: string; readonly asset: Asset; readonly atHeight: number | null },
  signal: AbortSignal,
): Promise<bigint> {
  const { address, asset, atHeight } = wanted;
  if (asset.kind !== "native") throw new TypeError(`${family} has no tokens`);
  const descriptor = `raw(${scriptOfAddress(family, address)})`;
  const answer = fieldsOf(await node.request("scantxoutset", ["start", [descriptor]], signal, BALANCE_LIMIT_MS));
  if (atHeight !== null && count(answer.height) !== atHeight) {
    throw new Error(`${node.name} knows what addresses hold now, not at block ${atHeight}`);
  }
  return units(answer.total_amount);
}
