import { ChainInconsistentError } from "@/lib/chains/errors";
import { CallerFailure } from "@/lib/chains/failover";
import { NoJsonError, type Reading } from "@/lib/chains/json-stream";
import { BLOCK_BYTES_MAX, withTimeLimit } from "@/lib/chains/limits";
import { AnswerTooLargeError, type Endpoint, sendRequest, toEndpoint } from "@/lib/chains/node-request";
import { messageOf } from "@/lib/chains/statements";
import { type JsonResponse, streamJsonResponse } from "@/lib/chains/stream-json-response";

/** For answers that are read as a whole. */
const RESPONSE_BYTES_MAX = 10 * 1024 * 1024;
const SHOWN_CHARACTERS_MAX = 300;

/** HTTP errors that concern the request rather than the node's health. */
const REQUEST_FAULTS: ReadonlySet<number> = new Set([400, 413, 414, 422]);

/** The node understood the call and refused it. Any other error means that it did not answer. */
export class NodeAnswerError extends Error {
  override readonly name = "NodeAnswerError";
  /** Revert data or similar, when the node sent any. */
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
  /**
   * Sends the same method with each of these parameters in one request. @throws Error where the
   * node refuses batches
   */
  readonly requestAll: (
    method: string,
    all: readonly (readonly unknown[])[],
    signal: AbortSignal,
  ) => Promise<readonly unknown[]>;
  /**
   * Like `request`, for answers that may be large: lists with a taker are streamed to it and are
   * empty in the result.
   * @throws AnswerTooLargeError above `bytesMax`, which defaults to the node's own limit
   */
  readonly read: (call: RpcCall, reading: Reading, signal: AbortSignal, bytesMax?: number) => Promise<unknown>;
};

type RpcCall = { readonly method: string; readonly params: readonly unknown[] };

/**
 * Creates a client for one JSON-RPC endpoint. No retries here: the failover decides whether to try
 * another node.
 */
export function createEvmNode(address: string, callLimitMs: number, answerBytesMax = BLOCK_BYTES_MAX): EvmNode {
  const { url, name, headers } = toEndpoint(address);
  let lastId = 0;
  const bodyOf = ({ method, params }: RpcCall) => {
    lastId += 1;
    return JSON.stringify({ jsonrpc: "2.0", id: lastId, method, params });
  };
  return {
    name,
    requestAll: (method, all, signal) => requestBatch({ url, name, headers }, callLimitMs, { method, all }, signal),
    async request(method, params, signal) {
      const call = `${name} ${method}`;
      const body = bodyOf({ method, params });
      const { status, text } = await withTimeLimit(callLimitMs, signal, (limited) =>
        sendRequest(url, { headers, body, signal: limited }, RESPONSE_BYTES_MAX),
      ).catch((error: unknown) => {
        throw named(error, call, signal);
      });
      return resultOf({ status, answer: parse(text), text }, call);
    },
    async read(rpcCall, reading, signal, bytesMax = answerBytesMax) {
      const call = `${name} ${rpcCall.method}`;
      const limits = { limitMs: callLimitMs, isLong: true, bytesMax };
      const question = { headers, body: bodyOf(rpcCall), signal };
      const told = await streamJsonResponse(url, question, limits, Number, reading).catch((error: unknown) => {
        if (error instanceof NoJsonError) return { status: 200, answer: undefined, text: "" };
        throw named(error, call, signal);
      });
      return resultOf({ ...told, answer: told.text === null ? told.answer : parse(told.text) }, call);
    },
  };
}

/**
 * Adds the call to the message; errors of the caller's own work, and those that it must
 * distinguish, stay unchanged.
 */
function named(error: unknown, call: string, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof CallerFailure || error instanceof ChainInconsistentError) return error;
  if (error instanceof AnswerTooLargeError) return new AnswerTooLargeError(`${call}: ${error.message}`);
  return new Error(`${call}: ${messageOf(error)}`);
}

type RpcError = { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown };

function resultOf({ status, answer, text }: JsonResponse, call: string): unknown {
  const { error, result, isAnswer } = fieldsOf(answer);
  const isSuccess = status >= 200 && status < 300;
  if (isRpcError(error) && (isSuccess || REQUEST_FAULTS.has(status) || typeof error.code === "number"))
    throw new NodeAnswerError(`${call}: ${shortened(String(error.message))}`, error.data);
  // A throttling service may answer 200 with an error text: a missing block then proves nothing.
  if (isAnswer && isSuccess && (error ?? null) === null && result !== undefined) return result;
  if (REQUEST_FAULTS.has(status))
    throw new NodeAnswerError(`${call}: HTTP ${status} ${shortened(text ?? "")}`, undefined);
  // Omits the answer's text: a proxy repeats the requested path, which may hold a key.
  throw new Error(`${call}: HTTP ${status} without a result`);
}

function isRpcError(error: unknown): error is RpcError {
  return typeof error === "object" && error !== null;
}

function fieldsOf(answer: unknown): {
  readonly error?: unknown;
  readonly result?: unknown;
  readonly isAnswer: boolean;
} {
  return typeof answer === "object" && answer !== null ? { ...answer, isAnswer: true } : { isAnswer: false };
}

/** Returns undefined for text that is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function shortened(text: string): string {
  return text.replaceAll(/\s+/g, " ").slice(0, SHOWN_CHARACTERS_MAX);
}

const BATCH_BYTES_MAX = 1024 * 1024;

/**
 * Sends the same method with each of these parameters in one request (a JSON-RPC batch), and
 * returns the results in order.
 * @throws Error where the node refuses batches, or leaves a call unanswered
 */
async function requestBatch(
  { url, name, headers }: Endpoint,
  callLimitMs: number,
  { method, all }: { readonly method: string; readonly all: readonly (readonly unknown[])[] },
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const body = JSON.stringify(all.map((params, id) => ({ jsonrpc: "2.0", id, method, params })));
  const { status, text } = await withTimeLimit(callLimitMs, signal, (limited) =>
    sendRequest(url, { headers, body, signal: limited }, BATCH_BYTES_MAX),
  );
  const answers: unknown = JSON.parse(text);
  if (status !== 200 || !Array.isArray(answers)) throw new Error(`${name} ${method}: HTTP ${status} without a batch`);
  // The protocol allows any order.
  const results = new Map(answers.map((answer: Answer) => [answer?.id, answer?.result]));
  return all.map((_, id) => {
    const result = results.get(id);
    if (result === undefined) throw new Error(`${name} ${method}: nothing about question ${id} of ${all.length}`);
    return result;
  });
}

type Answer = { readonly id?: unknown; readonly result?: unknown } | null;
