import { ChainInconsistentError } from "@/lib/chains/errors";
import { decodeReceipt, type RpcReceipt } from "@/lib/chains/evm/decode";
import type { EvmNode } from "@/lib/chains/evm/json-rpc";

/** Of a transaction that a block of this node lists. @throws ChainInconsistentError when the node does not have it after all */
export async function readReceipt(node: EvmNode, id: string, signal: AbortSignal): Promise<RpcReceipt> {
  const answer = await node.request("eth_getTransactionReceipt", [id], signal);
  if (answer == null) throw new ChainInconsistentError(`${node.name} has no receipt of ${id}`);
  return decodeReceipt(answer);
}
