import { judgeAddress } from "@/lib/chains/address/judge-address";
import { ChainIdentityError } from "@/lib/chains/errors";
import { readBlockAt } from "@/lib/chains/monero/blocks";
import { fieldsOf, list, text } from "@/lib/chains/monero/decode";
import type { MoneroNode } from "@/lib/chains/monero/monero-node";

/** The main network's first block, which regression test chains begin with as well; so the second one is compared too. */
const MAIN_GENESIS = "418015bb9ae982a1975da7d79277c2705727a56894ba0fb246adaabb1f4632e3";
const MAIN_SECOND = "771fbcd656ec1464d3a02ead5e18644030007a0fc664c0a964d30922821a8148";

/**
 * The hash of block 0, after the daemon has proven to be on the main network (in a sandbox on whatever chain) and the wallet services to hold
 * wallets with addresses of the main network, which is what custody derives everywhere.
 */
export async function readIdentity(
  node: MoneroNode,
  { isSandbox }: { readonly isSandbox: boolean },
  signal: AbortSignal,
): Promise<string> {
  const genesis = await readBlockAt(node, 0, signal);
  if (genesis === null) throw new ChainIdentityError(`${node.name} has no genesis block`);
  if (!isSandbox) await assertMainNetwork(node, genesis.hash, signal);
  const { addresses } = await node.wallet.call("get_address", { account_index: 0, address_index: [0] }, signal);
  if (!judgeAddress("xmr", text(fieldsOf(list(addresses)[0]).address), "real").ok) {
    throw new ChainIdentityError(`${node.wallet.name} holds a wallet of a test network`);
  }
  return genesis.hash;
}

async function assertMainNetwork(node: MoneroNode, genesisHash: string, signal: AbortSignal): Promise<void> {
  const { nettype } = await node.daemon.call("get_info", {}, signal);
  const second = await readBlockAt(node, 1, signal);
  // A daemon that keeps the kind of network to itself is judged by its blocks.
  const isMain = genesisHash === MAIN_GENESIS && (nettype === undefined || nettype === "mainnet");
  if (!isMain || (second !== null && second.hash !== MAIN_SECOND)) {
    throw new ChainIdentityError(`${node.name} is not on the main network of Monero`);
  }
  if (second === null) throw new Error(`${node.name} has not reached block 1 yet`);
}
