import { type UnsignedView, viewUnsigned } from "@/lib/chains/bitcoin-like/building/decode-unsigned";
import { readUnspent, type UnspentOutput } from "@/lib/chains/bitcoin-like/coins-in-chain";
import type { CoinNode } from "@/lib/chains/bitcoin-like/json-rpc";
import { findTransaction } from "@/lib/chains/bitcoin-like/transactions";
import type { Coin, Simulation, UnsignedTransfer } from "@/lib/chains/spending";

type Input = UnsignedView["inputs"][number];

/**
 * Looks each coin up as the node has it: there, with the amount and the script that our records say. Amounts, dust and fee were checked
 * while building, and a node's own trial (`testmempoolaccept`) wants signatures, which are made only after this answer.
 */
export async function simulateCoins(
  node: CoinNode,
  unsigned: UnsignedTransfer,
  signal: AbortSignal,
): Promise<Simulation> {
  const { inputs } = viewUnsigned(unsigned);
  const coins = inputs.map(({ coin }) => coin);
  const inChain = await readUnspent(node, coins, false, signal);
  // One that waits itself is there with the mempool only; one that an earlier version spends is there without it only.
  const waiting = await readUnspent(node, coins, true, signal);
  for (const [index, input] of inputs.entries()) {
    const found = inChain[index] ?? waiting[index] ?? null;
    const reason = found === null ? await absenceOf(node, input.coin, signal) : faultOf(input, found);
    if (reason !== null) return { succeeds: false, reason, lacksFee: false };
  }
  return { succeeds: true };
}

/** Null for a coin whose maker waits and that something else waiting spends: an earlier version of this one, as far as can be told. */
async function absenceOf(node: CoinNode, coin: Coin, signal: AbortSignal): Promise<string | null> {
  const maker = await findTransaction(node, coin.transactionId, signal);
  if (maker === null) return `${nameOf(coin)} is in no block and waits nowhere`;
  return maker.block === null ? null : `${nameOf(coin)} is spent already`;
}

function faultOf({ coin, scriptHex }: Input, found: UnspentOutput): string | null {
  if (found.hasToken) return `${nameOf(coin)} carries a token, which our signatures leave out`;
  if (found.units !== coin.units) return `${nameOf(coin)} holds ${found.units} units, not ${coin.units}`;
  return found.scriptHex === scriptHex
    ? null
    : `${nameOf(coin)} belongs to another script than that of ${coin.address}`;
}

function nameOf({ transactionId, index }: Coin): string {
  return `coin ${transactionId}:${index}`;
}
