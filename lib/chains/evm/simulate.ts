import { decodeErrorResult, parseAbi } from "viem";
import { readBalance } from "@/lib/chains/evm/accounts";
import { toHex } from "@/lib/chains/evm/blocks";
import { callOf } from "@/lib/chains/evm/build";
import { transferReturnedFalse } from "@/lib/chains/evm/config";
import { bytes } from "@/lib/chains/evm/decode";
import { parseTerms } from "@/lib/chains/evm/fees";
import { toRpcCall } from "@/lib/chains/evm/gas";
import { type EvmNode, NodeAnswerError } from "@/lib/chains/evm/json-rpc";
import type { Simulation, UnsignedTransfer } from "@/lib/chains/spending";
import { messageOf } from "@/lib/chains/statements";

/** Messages for a failed execution, as geth, Nethermind, Erigon, Besu, Reth and anvil word them. */
const EXECUTION_ENDED =
  /revert|invalid opcode|bad instruction|invalid jump|out ?of ?gas|stack (under|over)flow|intrinsic gas|gas required exceeds|evm error|vm exception/i;

/**
 * Solidity's two built-in errors: `require` with a reason, and a failed `assert` or an overflow.
 */
const ERRORS_ABI = parseAbi(["error Error(string reason)", "error Panic(uint256 code)"]);
const REVERT_DATA = /0x[0-9a-f]{8,}/i;
const REASON_CHARACTERS_MAX = 200;

/**
 * Simulates a transfer on this node's latest state. A call does not check that the sender can pay
 * for gas, so the balance is compared as well. A contract's revert reason (a blocked account, for
 * example) is returned verbatim.
 */
export async function simulate(node: EvmNode, unsigned: UnsignedTransfer, signal: AbortSignal): Promise<Simulation> {
  const call = callOf(unsigned);
  const balance = await readBalance(node, call.from, { kind: "native" }, null, signal);
  const needed = call.value + unsigned.fee.maximumUnits;
  if (balance < needed) {
    return { succeeds: false, reason: `${call.from} holds ${balance} of ${needed} native units`, lacksFee: true };
  }
  try {
    // Uses its own gas limit: the fee may have been estimated for another destination.
    const limited = { ...toRpcCall(call), gas: toHex(parseTerms(unsigned.fee.terms).gas) };
    const returned = bytes(await node.request("eth_call", [limited, "latest"], signal));
    return transferReturnedFalse(returned)
      ? { succeeds: false, reason: "the token answered false", lacksFee: false }
      : { succeeds: true };
  } catch (error) {
    if (isChainsRefusal(error)) return { succeeds: false, reason: refusalText(error), lacksFee: false };
    throw error;
  }
}

/** Any other error (too many requests, no such header, missing state) concerns the node. */
function isChainsRefusal(error: unknown): error is NodeAnswerError {
  if (!(error instanceof NodeAnswerError)) return false;
  const isRevertData = typeof error.data === "string" && /^0x[0-9a-f]{8,}$/i.test(error.data);
  return isRevertData || EXECUTION_ENDED.test(messageOf(error));
}

/**
 * Returns the chain's message without the node's name: merchants read it. Some nodes report the
 * contract's reason only in the data.
 */
export function refusalText(error: NodeAnswerError): string {
  const said = messageOf(error).replace(/^\S+ eth_call: /, "");
  const reason = contractsReason(error.data);
  return reason === null || said.includes(reason) ? said : `${said}: ${reason}`;
}

/** Returns null where there is no reason, or it is a custom error of the contract. */
function contractsReason(data: unknown): string | null {
  const found = typeof data === "string" ? REVERT_DATA.exec(data)?.[0] : undefined;
  if (found === undefined) return null;
  try {
    const { errorName, args } = decodeErrorResult({ abi: ERRORS_ABI, data: found as `0x${string}` });
    return errorName === "Error" ? args[0].slice(0, REASON_CHARACTERS_MAX) : `panic ${args[0]}`;
  } catch {
    return null;
  }
}
