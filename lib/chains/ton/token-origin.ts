import { readTokenWallet, readTokenWalletData } from "@/lib/chains/ton/getters";
import type { TonNode } from "@/lib/chains/ton/ton-node";

/** Answers which token this contract is the owner's wallet of: the canonical master, or null when it is none. */
export type FindMaster = (
  node: TonNode,
  claim: { readonly wallet: string; readonly owner: string },
  signal: AbortSignal,
) => Promise<string | null>;

/** Wallets of tokens never change hands; what is forgotten is asked again. */
const KNOWN_MAX = 10_000;

/**
 * Anybody can deploy a contract that notifies us of tokens that do not exist. So it is asked which token it is a wallet of, and then
 * that token's master, whether our wallet is this one: a contract can lie about itself, and cannot make a master of
 * others agree. Whoever runs a master of their own has made a token of their own, which nobody takes for another.
 */
export function createMasterFinder(): FindMaster {
  const known = new Map<string, string>();
  return async (node, { wallet, owner }, signal) => {
    const name = `${wallet} ${owner}`;
    const remembered = known.get(name);
    if (remembered !== undefined) return remembered;
    const master = await proveMaster(node, wallet, owner, signal);
    if (known.size >= KNOWN_MAX) known.clear();
    // Only what is true for ever: a fake is asked again.
    if (master !== null) known.set(name, master);
    return master;
  };
}

async function proveMaster(node: TonNode, wallet: string, owner: string, signal: AbortSignal): Promise<string | null> {
  const claimed = await readTokenWalletData(node, wallet, signal);
  if (claimed === null || claimed.owner !== owner) return null;
  const genuine = await readTokenWallet(node, claimed.master, owner, signal);
  return genuine === wallet ? claimed.master : null;
}
