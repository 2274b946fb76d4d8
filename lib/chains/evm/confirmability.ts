import { readHead, toHex } from "@/lib/chains/evm/blocks";
import { quantity } from "@/lib/chains/evm/decode";
import type { EvmNode } from "@/lib/chains/evm/json-rpc";
import { readTransactionStatus } from "@/lib/chains/evm/transactions";
import type { Confirmability, SentTransfer } from "@/lib/chains/spending";

/**
 * This node's word. An EVM transaction never expires: it is dead only when another one took its nonce, and
 * proven dead only when that other one lies as deep as the chain's own finality is trusted.
 */
export async function judgeConfirmability(
  node: EvmNode,
  transfer: SentTransfer,
  confirmations: number,
  signal: AbortSignal,
): Promise<Confirmability> {
  const { spends, transactionId } = transfer;
  if (spends.kind !== "nonce") throw new TypeError("an EVM transfer spends a nonce");
  // The counts come first: a transaction included in between is then found by its receipt.
  const head = await readHead(node, signal);
  const deepHeight = Math.max(head.height - Math.max(confirmations, 1) + 1, 0);
  const usedNow = await readNonce(node, spends.address, "latest", signal);
  const usedDeep = await readNonce(node, spends.address, toHex(deepHeight), signal);
  const status = await readTransactionStatus(node, transactionId, signal);
  if (status.state === "included") {
    return { verdict: "included", block: status.block, succeeded: status.succeeded };
  }
  if (usedNow <= spends.nonce) return { verdict: "possible" };
  if (usedDeep <= spends.nonce) {
    return { verdict: "unproven", reason: "another transaction took the nonce but is not deep enough" };
  }
  return { verdict: "impossible", reason: "spent" };
}

export async function readNonce(node: EvmNode, address: string, tag: string, signal: AbortSignal): Promise<bigint> {
  return quantity(await node.request("eth_getTransactionCount", [address, tag], signal));
}
