import { quantity } from "@/lib/chains/evm/decode";
import { type EvmNode, NodeAnswerError } from "@/lib/chains/evm/json-rpc";

/** The fields of `eth_call` and `eth_estimateGas`. */
export type CallFields = {
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  readonly data: `0x${string}`;
};

/** Yellow paper: the cost of a plain transfer to an account without code. */
const PLAIN_TRANSFER_GAS = 21_000n;

/**
 * Used when the node cannot try the token transfer yet (the sender is not funded while a fee is only
 * previewed). USDT to a fresh holder takes about 65,000; Arbitrum adds its L1 share as gas.
 */
const TOKEN_TRANSFER_GAS_EXPECTED = 65_000n;
const TOKEN_TRANSFER_GAS_LIMIT = 200_000n;

/**
 * State may change between estimate and inclusion. Unused gas is not paid. On Arbitrum the estimate has the share for data in it, and this is
 * the room for Ethereum's price to rise: past it the sequencer refuses the transaction, so that no more than the limit is ever paid.
 */
const LIMIT_PERCENT = 130n;
/** A first holder costs 17,100 more: the holder of an estimate's moment may have emptied its account since. */
const FIRST_HOLDER_GAS = 20_000n;

export async function estimateGas(
  node: EvmNode,
  call: CallFields,
  signal: AbortSignal,
): Promise<{ readonly expected: bigint; readonly limit: bigint }> {
  try {
    const expected = quantity(await node.request("eth_estimateGas", [toRpcCall(call)], signal));
    // A plain transfer cannot need more than it did, and the exact limit lets an account be emptied.
    const limit = expected === PLAIN_TRANSFER_GAS ? expected : (expected * LIMIT_PERCENT) / 100n + FIRST_HOLDER_GAS;
    return { expected, limit };
  } catch (error) {
    if (!(error instanceof NodeAnswerError)) throw error;
    if (call.data !== "0x") return { expected: TOKEN_TRANSFER_GAS_EXPECTED, limit: TOKEN_TRANSFER_GAS_LIMIT };
    // Whoever is at the address takes nothing: the trial before signing says so in its own words.
    if (call.value === 0n) return { expected: PLAIN_TRANSFER_GAS, limit: PLAIN_TRANSFER_GAS };
    // Refused for want of funds, most likely: the amount changes nothing about the gas of a plain transfer.
    return estimateGas(node, { ...call, value: 0n }, signal);
  }
}

export function toRpcCall(call: CallFields): Readonly<Record<string, string>> {
  return { from: call.from, to: call.to, value: `0x${call.value.toString(16)}`, data: call.data };
}
