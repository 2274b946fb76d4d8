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

/** An output that pays something; to whom is told by its script. */
export type Paid = {
  readonly transactionId: string;
  readonly index: number;
  readonly units: bigint;
  readonly scriptHex: string;
  readonly hasToken: boolean;
  /** Blocks that its chain locks it for. */
  readonly maturity: number;
};

/** What one transaction pays. */
export function paidIn(family: CoinFamily, transaction: RpcTransaction): readonly Paid[] {
  const { transactionId, outputs } = transaction;
  const maturity = maturityOf(family, transaction);
  return outputs.filter(({ units }) => units > 0n).map((output) => ({ transactionId, ...output, maturity }));
}

/** Whatever text the node has for it; null for what pays to no address. */
export function destinationOf(family: CoinFamily, { scriptHex }: Paid): Destination | null {
  const address = addressOfScript(family, scriptHex);
  return address === null ? null : { address, memo: null };
}

/** Without a sender: inputs name coins, and whose they were has to be looked up. Null: it waits in a mempool. */
export function toTransfer(family: CoinFamily, paid: Paid, block: BlockReference | null): readonly Transfer[] {
  const { transactionId, index, units, hasToken, maturity } = paid;
  const to = destinationOf(family, paid);
  if (to === null) return [];
  const fact = { transactionId, position: String(index), asset: NATIVE, units, to, from: null, block };
  return [
    {
      ...fact,
      ...(hasToken && { isUnspendable: true }),
      ...(block !== null && maturity > 0 && { lockedUntilHeight: block.height + maturity }),
    },
  ];
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
