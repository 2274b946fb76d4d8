import { decodeFunctionResult, encodeFunctionData, hexToString } from "viem";
import type { AddressInspection, AssetDescription } from "@/lib/chains/driver";
import { ChainInconsistentError } from "@/lib/chains/errors";
import { toHex } from "@/lib/chains/evm/blocks";
import { ERC20_ABI } from "@/lib/chains/evm/config";
import { bytes, quantity } from "@/lib/chains/evm/decode";
import { type EvmNode, NodeAnswerError } from "@/lib/chains/evm/json-rpc";
import type { Asset } from "@/lib/chains/facts";
import { messageOf } from "@/lib/chains/statements";

/**
 * An account with this code runs a third party's code, but its owner still holds the key
 * (EIP-7702).
 */
const DELEGATION_PREFIX = "0xef0100";

const SYMBOL_CHARACTERS_MAX = 32;

/**
 * @throws ChainInconsistentError when a node has no state of that height: the node stays healthy,
 *   and another one may have it
 */
export async function readBalance(
  node: EvmNode,
  address: string,
  asset: Asset,
  atHeight: number | null,
  signal: AbortSignal,
): Promise<bigint> {
  try {
    return await askBalance(node, address, asset, atHeight, signal);
  } catch (error) {
    if (atHeight === null || !(error instanceof NodeAnswerError)) throw error;
    throw new ChainInconsistentError(messageOf(error), { cause: error });
  }
}

async function askBalance(
  node: EvmNode,
  address: string,
  asset: Asset,
  atHeight: number | null,
  signal: AbortSignal,
): Promise<bigint> {
  const tag = atHeight === null ? "latest" : toHex(atHeight);
  if (asset.kind === "native") {
    return quantity(await node.request("eth_getBalance", [address, tag], signal));
  }
  const data = encodeFunctionData({
    abi: ERC20_ABI,
    functionName: "balanceOf",
    args: [address as `0x${string}`],
  });
  const answer = await node.request("eth_call", [{ to: asset.contract, data }, tag], signal);
  return decodeFunctionResult({ abi: ERC20_ABI, functionName: "balanceOf", data: bytes(answer) });
}

/** Returns null when no contract at the address answers like an ERC-20 token. */
export async function readTokenDescription(
  node: EvmNode,
  contract: string,
  signal: AbortSignal,
): Promise<AssetDescription | null> {
  const decimals = await callView(node, contract, "decimals", signal);
  const symbol = await callView(node, contract, "symbol", signal);
  if (decimals === null || symbol === null) return null;
  const units = BigInt(decimals);
  if (units > 255n) return null;
  return { decimals: Number.parseInt(units.toString(), 10), symbol: decodeSymbol(symbol) };
}

export async function readInspection(node: EvmNode, address: string, signal: AbortSignal): Promise<AddressInspection> {
  const code = bytes(await node.request("eth_getCode", [address, "latest"], signal));
  const isContract = code !== "0x" && !code.startsWith(DELEGATION_PREFIX);
  return { kind: isContract ? "contract" : "account", active: true };
}

async function callView(
  node: EvmNode,
  contract: string,
  functionName: "decimals" | "symbol",
  signal: AbortSignal,
): Promise<`0x${string}` | null> {
  const data = encodeFunctionData({ abi: ERC20_ABI, functionName });
  try {
    const answer = bytes(await node.request("eth_call", [{ to: contract, data }, "latest"], signal));
    return answer === "0x" ? null : answer;
  } catch (error) {
    // A revert is the contract's answer: it has no such function.
    if (error instanceof NodeAnswerError) return null;
    throw error;
  }
}

/** Early tokens (MKR) return 32 bytes padded with zeros instead of a string. */
function decodeSymbol(data: `0x${string}`): string {
  const text =
    data.length === 66
      ? hexToString(data).replaceAll("\0", "")
      : decodeFunctionResult({ abi: ERC20_ABI, functionName: "symbol", data });
  return text.slice(0, SYMBOL_CHARACTERS_MAX);
}
