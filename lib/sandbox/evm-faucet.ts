import { againWhileRaced } from "@/lib/sandbox/again-while-raced";
import { callSandboxNode } from "@/lib/sandbox/call-node";
import type { PlayPayment } from "@/lib/sandbox/play-money";
import type { EvmSandboxNetwork } from "@/lib/sandbox/sandbox-file";

/** Parameters of `eth_sendTransaction`; quantities in hexadecimal. */
export type EvmOrder = {
  readonly from: string;
  readonly to: string;
  readonly value?: string;
  readonly data?: string;
};

/**
 * The least: a node would choose a tip of its own, a hundred times of what a quiet chain asks, and all that leaves within the next blocks
 * would rightly wait, because the network asks for so much more than was counted on.
 */
const TIP = { maxPriorityFeePerGas: "0x1" };
/** First four bytes of keccak256("transfer(address,uint256)"). */
const TRANSFER_SELECTOR = "0xa9059cbb";
const WORD_DIGITS = 64;

/**
 * Pays from an account that its node holds unlocked, and answers the transaction's id.
 * @throws AppError `unavailable` when the node does not take it in time
 */
export async function payFromUnlocked(chain: EvmSandboxNetwork, payment: PlayPayment): Promise<string> {
  const order = { ...evmOrder(chain.faucet, payment), ...TIP };
  return await againWhileRaced(() => callSandboxNode(chain.rpcUrl, "eth_sendTransaction", order));
}

/** The payment as a transaction of the EVM family. */
export function evmOrder(from: string, { to, contract, units }: PlayPayment): EvmOrder {
  if (contract === null) return { from, to, value: `0x${units.toString(16)}` };
  return { from, to: contract, data: transferData(to, units) };
}

/** Calldata of `transfer(address,uint256)`, by the contract ABI: the selector, then each argument in 32 bytes. */
export function transferData(to: string, units: bigint): string {
  const address = to.slice(2).toLowerCase().padStart(WORD_DIGITS, "0");
  return TRANSFER_SELECTOR + address + units.toString(16).padStart(WORD_DIGITS, "0");
}
