import type { Asset } from "@/lib/chains/facts";
import { readHead } from "@/lib/chains/monero/blocks";
import { count, fieldsOf, list, units } from "@/lib/chains/monero/decode";
import type { MoneroNode } from "@/lib/chains/monero/monero-node";

/**
 * What an address of the wallet holds now. Only a wallet with the spend key knows what was spent; the other one answers what ever came in.
 * @throws Error for an address of somebody else's, which nobody can look into, and for a height that has passed
 */
export async function readBalance(
  node: MoneroNode,
  wanted: { readonly address: string; readonly asset: Asset; readonly atHeight: number | null },
  signal: AbortSignal,
): Promise<bigint> {
  const { address, asset, atHeight } = wanted;
  if (asset.kind !== "native") throw new TypeError("Monero has no tokens");
  if (atHeight !== null && (await readHead(node, signal)).height !== atHeight) {
    throw new Error(`${node.name} knows what addresses hold now, not at block ${atHeight}`);
  }
  const wallet = node.signer ?? node.wallet;
  await wallet.call("refresh", {}, signal);
  const index = fieldsOf((await wallet.call("get_address_index", { address }, signal)).index);
  const [account, minor] = [count(index.major), count(index.minor)];
  const balances = await wallet.call("get_balance", { account_index: account, address_indices: [minor] }, signal);
  const own = list(balances.per_subaddress)
    .map(fieldsOf)
    .find(({ address_index }) => count(address_index) === minor);
  return own === undefined ? 0n : units(own.balance);
}
