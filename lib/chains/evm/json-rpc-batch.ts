import { type Endpoint, exchange } from "@/lib/chains/exchange";
import { withTimeLimit } from "@/lib/chains/limits";

const RESPONSE_BYTES_MAX = 1024 * 1024;

/**
 * The same method with each of these parameters in one request (a JSON-RPC batch), results in their order.
 * @throws Error where the node takes no batches, or has no answer to one of the questions
 */
export async function requestBatch(
  { url, name, headers }: Endpoint,
  callLimitMs: number,
  { method, all }: { readonly method: string; readonly all: readonly (readonly unknown[])[] },
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const body = JSON.stringify(all.map((params, id) => ({ jsonrpc: "2.0", id, method, params })));
  const { status, text } = await withTimeLimit(callLimitMs, signal, (limited) =>
    exchange(url, { headers, body, signal: limited }, RESPONSE_BYTES_MAX),
  );
  const answers: unknown = JSON.parse(text);
  if (status !== 200 || !Array.isArray(answers)) throw new Error(`${name} ${method}: HTTP ${status} without a batch`);
  // In any order, says the protocol.
  const results = new Map(answers.map((answer: Answer) => [answer?.id, answer?.result]));
  return all.map((_, id) => {
    const result = results.get(id);
    if (result === undefined) throw new Error(`${name} ${method}: nothing about question ${id} of ${all.length}`);
    return result;
  });
}

type Answer = { readonly id?: unknown; readonly result?: unknown } | null;
