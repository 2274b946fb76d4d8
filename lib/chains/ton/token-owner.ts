import { type Cell, loadStateInit } from "@ton/core";
import { toAccountText } from "@/lib/chains/ton/address";

/** Bits before the balance: none in the wallets of most tokens, four of a status in those of governed ones (USDT). */
const LAYOUTS = [0, 4] as const;

/**
 * Who may own the wallet of a token that a message deploys, from the storage it brings along: balance, owner, master. Only a guess, because
 * every token is free in its layout; whoever is ours among them is asked about at the token's master.
 */
export function guessOwners(init: Cell | null): readonly string[] {
  return LAYOUTS.flatMap((skipped) => {
    try {
      const data = init === null ? null : loadStateInit(init.beginParse()).data?.beginParse();
      if (data == null) return [];
      data.skip(skipped);
      data.loadCoins();
      const owner = data.loadAddress();
      data.loadAddress();
      return [toAccountText(owner)];
    } catch {
      return [];
    }
  });
}
