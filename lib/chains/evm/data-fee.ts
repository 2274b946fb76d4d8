import { decodeFunctionResult, encodeFunctionData, parseAbi } from "viem";
import { serializedOf } from "@/lib/chains/evm/build";
import type { EvmDriverConfig } from "@/lib/chains/evm/config";
import { bytes } from "@/lib/chains/evm/decode";
import type { EvmNode } from "@/lib/chains/evm/json-rpc";
import type { FeeEstimate, UnsignedTransfer } from "@/lib/chains/spending";

/** Predeployed on every chain of the OP stack since its Bedrock upgrade; it prices the bytes of an unsigned transaction, its signature included. */
const GAS_PRICE_ORACLE = "0x420000000000000000000000000000000000000F";
const ORACLE_ABI = parseAbi(["function getL1Fee(bytes data) view returns (uint256)"]);

/**
 * The transaction names no most for its data: it costs what Ethereum's prices are when a block takes it. They rise by at most an eighth in each of
 * Ethereum's blocks: ten times in some twenty of them, four minutes, and a transaction that waits longer is replaced at the prices of then.
 */
const ROOM_TIMES = 10n;
/** In wei, a cent or two: while data costs next to nothing its price may well be a hundred times as high after an hour without sends. */
const ROOM_LEAST = 5_000_000_000_000n;

/**
 * Adds what the network takes for publishing the transaction's bytes on Ethereum, beside its gas: to what is expected, and with room to rise to the
 * most that it may cost, which is kept for it in the books and beside what an address sends.
 */
export async function addDataFee(
  node: EvmNode,
  { mayLackDataFee }: Pick<EvmDriverConfig, "mayLackDataFee">,
  fee: FeeEstimate,
  unsigned: UnsignedTransfer,
  signal: AbortSignal,
): Promise<FeeEstimate> {
  const data = encodeFunctionData({ abi: ORACLE_ABI, functionName: "getL1Fee", args: [serializedOf(unsigned)] });
  const answer = bytes(await node.request("eth_call", [{ to: GAS_PRICE_ORACLE, data }, "latest"], signal));
  if (answer === "0x" && mayLackDataFee === true) return fee;
  const units = decodeFunctionResult({ abi: ORACLE_ABI, functionName: "getL1Fee", data: answer });
  const risen = units * ROOM_TIMES;
  const most = risen > units + ROOM_LEAST ? risen : units + ROOM_LEAST;
  return { ...fee, expectedUnits: fee.expectedUnits + units, maximumUnits: fee.maximumUnits + most };
}
