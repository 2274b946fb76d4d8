import type { CoinBlock } from "@/lib/chains/bitcoin-like/block-transactions";
import type { CoinFamily } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import { addressOfScript } from "@/lib/chains/bitcoin-like/building/script-of";
import { COINBASE_MATURITY, PEGOUT_MATURITY } from "@/lib/chains/bitcoin-like/config";
import type { RpcTransaction } from "@/lib/chains/bitcoin-like/decode";
import type { MatchDestinations } from "@/lib/chains/driver";
import type { BlockReference, Destination, Transfer } from "@/lib/chains/facts";
import { CallerFailure } from "@/lib/chains/failover";

/** The first output of the transaction that carries Litecoin's extension blocks: witness version 8 and 32 bytes. */
const EXTENSION_BLOCK_SCRIPT = /^5820[0-9a-f]{64}$/;

const NATIVE = { kind: "native" } as const;

/** What a block's transactions pay, in their order. */
export function transfersOfBlock(family: CoinFamily, { reference, transactions }: CoinBlock): readonly Transfer[] {
  return transactions.flatMap((transaction) => {
    const transfers = transfersOf(family, transaction, reference);
    const maturity = maturityOf(family, transaction);
    if (maturity === 0) return transfers;
    return transfers.map((transfer) => ({ ...transfer, lockedUntilHeight: reference.height + maturity }));
  });
}

/**
 * What one transaction pays to addresses, whatever text the node has for them. No chain of this family states a sender: inputs name
 * coins, and who owned them is a guess.
 */
export function transfersOf(
  family: CoinFamily,
  { transactionId, outputs }: RpcTransaction,
  block: BlockReference | null,
): readonly Transfer[] {
  return outputs.flatMap(({ index, units, scriptHex, hasToken }) => {
    const address = units > 0n ? addressOfScript(family, scriptHex) : null;
    if (address === null) return [];
    const to = { address, memo: null };
    const fact = { transactionId, position: String(index), asset: NATIVE, units, to, from: null, block };
    return [hasToken ? { ...fact, isUnspendable: true } : fact];
  });
}

/** Those to destinations of ours. A failure of the caller's own is no failure of a node. */
export async function keepMatched(
  transfers: readonly Transfer[],
  match: MatchDestinations,
): Promise<readonly Transfer[]> {
  const distinct = new Map<string, Destination>(transfers.map(({ to }) => [to.address, to]));
  if (distinct.size === 0) return [];
  try {
    const matched = await match([...distinct.values()]);
    return transfers.filter(({ to }) => matched.has(to.address));
  } catch (error) {
    throw new CallerFailure("the match callback failed", { cause: error });
  }
}

function maturityOf(family: CoinFamily, { isCoinbase, outputs }: RpcTransaction): number {
  if (isCoinbase) return COINBASE_MATURITY[family];
  const isPegout = family === "ltc" && EXTENSION_BLOCK_SCRIPT.test(outputs[0]?.scriptHex ?? "");
  return isPegout ? PEGOUT_MATURITY : 0;
}
