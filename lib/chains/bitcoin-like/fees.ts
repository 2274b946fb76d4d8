import { type CoinFamily, parametersOf } from "@/lib/chains/bitcoin-like/building/coin-parameters";
import type { NodeRates } from "@/lib/chains/bitcoin-like/building/estimate-fee";
import { fieldsOf, units } from "@/lib/chains/bitcoin-like/decode";
import { type CoinNode, NodeAnswerError, type RpcCall } from "@/lib/chains/bitcoin-like/json-rpc";
import type { FeePriority } from "@/lib/chains/spending";

/** RPC_METHOD_NOT_FOUND: Bitcoin Cash nodes only have the older `estimatefee`. */
const METHOD_NOT_FOUND = -32601;

/** What the node knows of prices, in base units for 1000 vbytes. A node that has seen too little says nothing. */
export async function readRates(
  node: CoinNode,
  family: CoinFamily,
  priority: FeePriority,
  signal: AbortSignal,
): Promise<NodeRates> {
  const target = parametersOf(family).confirmationTarget[priority];
  const calls: readonly RpcCall[] = [
    { method: "estimatesmartfee", params: [target] },
    { method: "getnetworkinfo", params: [] },
    { method: "getmempoolinfo", params: [] },
  ];
  const [smart, network, mempool] = await node.batch(calls, signal);
  return {
    estimated: await estimateIn(node, smart, signal),
    minimum: larger(rateIn(network, "relayfee"), rateIn(mempool, "mempoolminfee")),
    incremental: rateIn(network, "incrementalfee"),
  };
}

/** A node may have its estimates switched off, which is no reason to leave it. */
async function estimateIn(node: CoinNode, smart: unknown, signal: AbortSignal): Promise<bigint | null> {
  if (!(smart instanceof NodeAnswerError)) return rateIn(smart, "feerate");
  return smart.code === METHOD_NOT_FOUND ? readOlderEstimate(node, signal) : null;
}

async function readOlderEstimate(node: CoinNode, signal: AbortSignal): Promise<bigint | null> {
  const [feerate] = await node.batch([{ method: "estimatefee", params: [] }], signal);
  return feerate instanceof NodeAnswerError ? null : rateIn({ feerate }, "feerate");
}

/** Null when it is not there, is -1 ("no estimate") or zero. */
function rateIn(answer: unknown, field: string): bigint | null {
  if (answer instanceof NodeAnswerError) throw answer;
  const value = fieldsOf(answer)[field];
  if (value == null || String(value).startsWith("-")) return null;
  const rate = units(value);
  return rate > 0n ? rate : null;
}

function larger(left: bigint | null, right: bigint | null): bigint | null {
  if (left === null || right === null) return left ?? right;
  return left > right ? left : right;
}
