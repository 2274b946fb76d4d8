import { toEndpoint } from "@/lib/chains/endpoint";
import { requestBatch } from "@/lib/chains/evm/json-rpc-batch";
import { AnswerTooLargeError, exchange } from "@/lib/chains/exchange";
import { messageOf } from "@/lib/chains/statements";
import { withTimeLimit } from "@/lib/chains/time-limit";

/** A larger answer means a range too wide, which the scan halves. */
const RESPONSE_BYTES_MAX = 10 * 1024 * 1024;
const SHOWN_CHARACTERS_MAX = 300;

/** HTTP refusals that speak of the request rather than of the node's health. */
const REQUEST_FAULTS: ReadonlySet<number> = new Set([400, 413, 414, 422]);

/** The node understood the call and said no. Everything else that is thrown means that it did not answer. */
export class NodeAnswerError extends Error {
  override readonly name = "NodeAnswerError";
  /** Revert data or the like, when the node sent any. */
  readonly data: unknown;

  constructor(message: string, data: unknown) {
    super(message);
    this.data = data;
  }
}

export type EvmNode = {
  /** Host and port, for logs and the operator: paths and credentials of node URLs are secrets. */
  readonly name: string;
  readonly request: (method: string, params: readonly unknown[], signal: AbortSignal) => Promise<unknown>;
  /** The same method with each of these parameters, in one request. @throws Error where the node takes no batches */
  readonly requestAll: (
    method: string,
    all: readonly (readonly unknown[])[],
    signal: AbortSignal,
  ) => Promise<readonly unknown[]>;
};

/** One JSON-RPC endpoint. No retries here: trying elsewhere is the failover's decision. */
export function createEvmNode(address: string, callLimitMs: number): EvmNode {
  const { url, name, headers } = toEndpoint(address);
  let lastId = 0;
  return {
    name,
    requestAll: (method, all, signal) => requestBatch({ url, name, headers }, callLimitMs, { method, all }, signal),
    async request(method, params, signal) {
      const call = `${name} ${method}`;
      lastId += 1;
      const body = JSON.stringify({ jsonrpc: "2.0", id: lastId, method, params });
      const answer = await withTimeLimit(callLimitMs, signal, (limited) =>
        exchange(url, { headers, body, signal: limited }, RESPONSE_BYTES_MAX),
      ).catch((error: unknown) => {
        if (signal.aborted) throw signal.reason;
        if (error instanceof AnswerTooLargeError) throw new AnswerTooLargeError(`${call}: ${error.message}`);
        throw new Error(`${call}: ${messageOf(error)}`);
      });
      return resultOf(answer, call);
    },
  };
}

type RpcError = { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown };

function resultOf({ status, text }: { readonly status: number; readonly text: string }, call: string): unknown {
  const { error, result, isAnswer } = parseAnswer(text);
  const isSuccess = status >= 200 && status < 300;
  if (isRpcError(error) && (isSuccess || REQUEST_FAULTS.has(status) || typeof error.code === "number"))
    throw new NodeAnswerError(`${call}: ${shortened(String(error.message))}`, error.data);
  // A service that throttles may answer 200 with an error in words: its silence about a block says nothing of the block.
  if (isAnswer && isSuccess && (error ?? null) === null && result !== undefined) return result;
  if (REQUEST_FAULTS.has(status)) throw new NodeAnswerError(`${call}: HTTP ${status} ${shortened(text)}`, undefined);
  // Without the answer's words: a proxy repeats the path that it was asked for, which may hold a key.
  throw new Error(`${call}: HTTP ${status} without a result`);
}

function isRpcError(error: unknown): error is RpcError {
  return typeof error === "object" && error !== null;
}

function parseAnswer(text: string): {
  readonly error?: unknown;
  readonly result?: unknown;
  readonly isAnswer: boolean;
} {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === "object" && answer !== null ? { ...answer, isAnswer: true } : { isAnswer: false };
  } catch {
    return { isAnswer: false };
  }
}

function shortened(text: string): string {
  return text.replaceAll(/\s+/g, " ").slice(0, SHOWN_CHARACTERS_MAX);
}
