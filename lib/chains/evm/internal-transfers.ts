import { ChainInconsistentError } from "@/lib/chains/errors";
import { readBlock, readWholeBlock, toHex } from "@/lib/chains/evm/blocks";
import { PARALLEL_REQUESTS } from "@/lib/chains/evm/config";
import { list } from "@/lib/chains/evm/decode";
import { type EvmNode, NodeAnswerError } from "@/lib/chains/evm/json-rpc";
import { type InternalMove, movesOfCallTrace, movesOfParityTraces } from "@/lib/chains/evm/traces";
import type { Transfer } from "@/lib/chains/facts";
import type { Failover } from "@/lib/chains/failover";
import { mapLimited } from "@/lib/chains/limits";
import { AnswerTooLargeError } from "@/lib/chains/node-request";
import { messageOf } from "@/lib/chains/statements";

const CALL_TRACER = { tracer: "callTracer" };

/** How nodes report that they do not support tracing, in general or for this customer. */
const NOT_OFFERED =
  /method not found|not (available|supported|allowed|enabled|whitelisted|permitted)|does not exist|unsupported|disabled|upgrade|unknown method/i;

/**
 * After this, the node is queried again: it may be reconfigured, or the service plan may change.
 */
const REFUSAL_KEPT_MS = 60 * 60_000;

/**
 * The tracing methods that a node refuses, and until when: in this process only, one entry per node
 * and method.
 */
export type TraceRefusals = Map<string, number>;

/**
 * Returns what contracts sent to an address in one block, by having a node re-execute the block. No
 * log or transaction list shows these transfers, so use this for a block where the balance shows
 * that something arrived. Null when no node supports or allows tracing; no node becomes unhealthy
 * for that.
 */
export async function readInternalTransfers(
  nodes: Failover<EvmNode>,
  refusals: TraceRefusals,
  at: { readonly height: number; readonly address: string },
  signal: AbortSignal,
): Promise<readonly Transfer[] | null> {
  try {
    return await nodes.call(async (node) => {
      try {
        return await traceBlock(node, refusals, at, signal);
      } catch (error) {
        signal.throwIfAborted();
        // The next node is queried, and this one stays in use for everything else.
        throw new ChainInconsistentError(`${node.name} did not trace: ${messageOf(error)}`, { cause: error });
      }
    }, signal);
  } catch (error) {
    if (error instanceof ChainInconsistentError) return null;
    throw error;
  }
}

async function traceBlock(
  node: EvmNode,
  refusals: TraceRefusals,
  { height, address }: { readonly height: number; readonly address: string },
  signal: AbortSignal,
): Promise<readonly Transfer[]> {
  const ids: string[] = [];
  const block = await readWholeBlock(node, height, { take: ({ hash }) => ids.push(hash) }, signal);
  if (block === null) throw new Error(`no block ${height}`);
  const moves = await readMoves(node, refusals, { height, ids }, signal);
  const after = await readBlock(node, height, signal);
  if (after?.reference.hash !== block.reference.hash) throw new Error(`it reorganised at ${height}`);
  const to = address.toLowerCase();
  return moves
    .filter((move) => move.to === to)
    .map(({ transactionId, ordinal, units }) => ({
      transactionId,
      position: `trace:${ordinal}`,
      asset: { kind: "native" },
      units,
      to: { address, memo: null },
      // The paying contract may serve thousands: a refund to it would belong to nobody.
      from: null,
      block: block.reference,
    }));
}

async function readMoves(
  node: EvmNode,
  refusals: TraceRefusals,
  { height, ids }: { readonly height: number; readonly ids: readonly string[] },
  signal: AbortSignal,
): Promise<readonly InternalMove[]> {
  const ask = (method: string, params: readonly unknown[]) => offered(node, refusals, method, params, signal);
  const at = toHex(height);
  try {
    const traces = await ask("debug_traceBlockByNumber", [at, CALL_TRACER]);
    if (traces !== undefined) return ofCallTraces(list(traces), ids);
  } catch (error) {
    if (!(error instanceof AnswerTooLargeError)) throw error;
    const traces = await mapLimited(ids, PARALLEL_REQUESTS, (id) => ask("debug_traceTransaction", [id, CALL_TRACER]));
    return traces.flatMap((trace, index) => movesOfCallTrace(trace, ids[index] ?? ""));
  }
  const traces = await ask("trace_block", [at]);
  if (traces === undefined) throw new Error("it offers no traces");
  return [...movesOfParityTraces(traces).values()].flat();
}

function ofCallTraces(traces: readonly unknown[], ids: readonly string[]): readonly InternalMove[] {
  if (traces.length !== ids.length) throw new Error(`${traces.length} traces of ${ids.length} transactions`);
  return traces.flatMap((item, index) => {
    const { result } = item as { readonly result?: unknown };
    return movesOfCallTrace(result, ids[index] ?? "");
  });
}

/** Returns undefined when the node does not support the method, and caches that. */
async function offered(
  node: EvmNode,
  refusals: TraceRefusals,
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
): Promise<unknown> {
  const key = `${node.name} ${method}`;
  if ((refusals.get(key) ?? 0) > Date.now()) return undefined;
  try {
    return await node.request(method, params, signal);
  } catch (error) {
    if (!(error instanceof NodeAnswerError) || !NOT_OFFERED.test(error.message)) throw error;
    refusals.set(key, Date.now() + REFUSAL_KEPT_MS);
    return undefined;
  }
}
