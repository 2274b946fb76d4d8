import { ChainInconsistentError } from "@/lib/chains/errors";
import { decodeLog, decodeReceipt, type RpcLog, type RpcReceipt } from "@/lib/chains/evm/decode";
import type { EvmNode } from "@/lib/chains/evm/json-rpc";

/** A receipt, and which of its logs each one is, by its number within the block: 0 is the first. */
export type NumberedReceipt = RpcReceipt & { readonly ordinals: ReadonlyMap<number, number> };

type LogReading = { readonly take: (log: RpcLog) => void; readonly between?: () => Promise<void> };

/** Null when the node has none. Its logs may be many thousands: none is kept. */
export async function findReceipt(
  node: EvmNode,
  id: string,
  signal: AbortSignal,
  { take, between }: LogReading = { take: () => undefined },
): Promise<NumberedReceipt | null> {
  const ordinals = new Map<number, number>();
  let logs = 0;
  const takeLog = (item: unknown) => {
    const log = decodeLog(item);
    if (!ordinals.has(log.logIndex)) ordinals.set(log.logIndex, logs);
    logs += 1;
    take(log);
  };
  const call = { method: "eth_getTransactionReceipt", params: [id] };
  const answer = await node.read(call, { takers: { "$.result.logs.*": takeLog }, ...(between && { between }) }, signal);
  return answer == null ? null : { ...decodeReceipt(answer), ordinals };
}

/** Of a transaction that a block of this node lists. @throws ChainInconsistentError when the node does not have it after all */
export async function readReceipt(
  node: EvmNode,
  id: string,
  signal: AbortSignal,
  reading?: LogReading,
): Promise<NumberedReceipt> {
  const receipt = await findReceipt(node, id, signal, reading);
  if (receipt === null) throw new ChainInconsistentError(`${node.name} has no receipt of ${id}`);
  return receipt;
}
