import { BaseError, HttpRequestError, http, ResponseBodyTooLargeError, RpcRequestError } from "viem";
import { withTimeLimit } from "@/lib/chains/time-limit";

/** viem's own cap; a larger answer means a range too wide, which the scan halves. */
const RESPONSE_BYTES_MAX = 10 * 1024 * 1024;

/** HTTP refusals that speak of the request rather than of the node's health. */
const REQUEST_FAULTS: ReadonlySet<number> = new Set([400, 413, 414, 422]);

/** The node understood the call and said no. Everything else that is thrown means that it did not answer. */
export class NodeAnswerError extends Error {
  override readonly name = "NodeAnswerError";
  /** Revert data or the like, when the node sent any. */
  readonly data: unknown;

  constructor(message: string, data: unknown, options?: ErrorOptions) {
    super(message, options);
    this.data = data;
  }
}

/** The answer exceeded the size limit: ask for less. */
export class AnswerTooLargeError extends Error {
  override readonly name = "AnswerTooLargeError";
}

export type EvmNode = {
  /** Host and port, for logs and the operator: paths and credentials of node URLs are secrets. */
  readonly name: string;
  readonly request: (method: string, params: readonly unknown[], signal: AbortSignal) => Promise<unknown>;
};

/** One JSON-RPC endpoint. No retries here: trying elsewhere is the failover's decision. */
export function createEvmNode(url: string, callLimitMs: number): EvmNode {
  const transport = http(url, {
    retryCount: 0,
    timeout: callLimitMs,
    maxResponseBodySize: RESPONSE_BYTES_MAX,
  })({ retryCount: 0 });
  const name = new URL(url).host;
  return {
    name,
    async request(method, params, signal) {
      try {
        return await withTimeLimit(callLimitMs, signal, (limited) =>
          transport.request({ method, params: [...params] }, { signal: limited }),
        );
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        throw asNodeError(error, `${name} ${method}`);
      }
    },
  };
}

function asNodeError(error: unknown, call: string): Error {
  if (error instanceof BaseError) {
    const answered = error.walk((inner) => inner instanceof RpcRequestError);
    if (answered instanceof RpcRequestError) {
      return new NodeAnswerError(`${call}: ${answered.details}`, answered.data, { cause: error });
    }
    if (error.walk((inner) => inner instanceof ResponseBodyTooLargeError)) {
      return new AnswerTooLargeError(`${call}: answer above ${RESPONSE_BYTES_MAX} bytes`);
    }
    const refused = error.walk((inner) => inner instanceof HttpRequestError);
    if (refused instanceof HttpRequestError && REQUEST_FAULTS.has(refused.status ?? 0)) {
      return new NodeAnswerError(`${call}: HTTP ${refused.status} ${refused.details}`, undefined);
    }
    // shortMessage, because the long one repeats the URL with its key.
    return new Error(`${call}: ${error.shortMessage}`);
  }
  return new Error(`${call}: ${error instanceof Error ? error.message : String(error)}`);
}
