import {
  BATCH_BYTES_MAX,
  BATCH_CALLS_MAX,
  BLOCK_SILENCE_MS,
  PARALLEL_REQUESTS,
} from "@/lib/chains/bitcoin-like/config";
import { CallerFailure } from "@/lib/chains/failover";
import { NoJsonError, parseWhole, type Reading } from "@/lib/chains/json-stream";
import { BLOCK_BYTES_MAX, createGate, mapLimited } from "@/lib/chains/limits";
import { AnswerTooLargeError, toEndpoint } from "@/lib/chains/node-request";
import { type AnswerLimits, streamJsonResponse } from "@/lib/chains/stream-json-response";

/** Keeps numbers as text, so that no amount passes through a float. */
export const numberText = (digits: string): string => digits;

/** Parses complete text in the same way as answers. @throws NoJsonError */
export function parseExact(text: string): unknown {
  return parseWhole(text, numberText);
}

const MESSAGE_CHARACTERS_MAX = 300;

/** The node understood the call and refused it. Any other error means that it did not answer. */
export class NodeAnswerError extends Error {
  override readonly name = "NodeAnswerError";
  /** As in Bitcoin Core's protocol.h. */
  readonly code: number;

  constructor(code: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export type RpcCall = { readonly method: string; readonly params: readonly unknown[] };

export type CoinNode = {
  /** Host and port, for logs and the operator: credentials and paths of node URLs are secrets. */
  readonly name: string;
  /**
   * Numbers in the answer are kept as text. `limitMs` overrides the default time limit of one call.
   */
  readonly request: (
    method: string,
    params: readonly unknown[],
    signal: AbortSignal,
    limitMs?: number,
  ) => Promise<unknown>;
  /**
   * Like `request`, for block contents: lists with a taker are streamed to it and are empty in the
   * answer.
   * @throws AnswerTooLargeError
   */
  readonly read: (call: RpcCall, reading: Reading, signal: AbortSignal) => Promise<unknown>;
  /**
   * Returns the answers in the order of the calls, of which there may be any number; a refused call
   * yields its NodeAnswerError.
   */
  readonly batch: (calls: readonly RpcCall[], signal: AbortSignal) => Promise<readonly unknown[]>;
};

/**
 * Creates a client for one JSON-RPC endpoint. No retries here: the failover decides whether to try
 * another node.
 */
export function createCoinNode(address: string, callLimitMs: number, answerBytesMax = BLOCK_BYTES_MAX): CoinNode {
  const { url, name, headers } = toEndpoint(address);
  const pass = createGate(PARALLEL_REQUESTS);
  const usual = { limitMs: callLimitMs, isLong: false, bytesMax: BATCH_BYTES_MAX };
  const ofBlock = {
    limitMs: Math.max(callLimitMs, BLOCK_SILENCE_MS),
    isLong: true,
    bytesMax: answerBytesMax,
  };
  const sendRequest = async (
    body: unknown,
    what: string,
    signal: AbortSignal,
    how: Partial<AnswerLimits & Reading>,
  ) => {
    const question = { headers, body: JSON.stringify(body), signal };
    try {
      const asked = () => streamJsonResponse(url, question, { ...usual, ...how }, numberText, how);
      const { status, text, answer } = await pass(asked, signal);
      return text === null ? answer : readRefusal(text, `HTTP ${status}`);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw asNodeError(error, `${name} ${what}`);
    }
  };
  const request = async (
    { method, params }: RpcCall,
    signal: AbortSignal,
    how: Partial<AnswerLimits & Reading>,
  ): Promise<unknown> => {
    const answer = await sendRequest(toRequest({ method, params }, 0), method, signal, how);
    const result = readAnswer(answer, `${name} ${method}`);
    if (result instanceof NodeAnswerError) throw result;
    return result;
  };
  const batch = async (calls: readonly RpcCall[], signal: AbortSignal): Promise<readonly unknown[]> => {
    const what = `${calls.length} x ${calls[0]?.method}`;
    const answers: unknown[] = [];
    const takers = { "$.*": (item: unknown) => answers.push(item) };
    const rest = await sendRequest(calls.map(toRequest), what, signal, { takers });
    return readBatch(Array.isArray(rest) ? answers : rest, calls, name);
  };
  return {
    name,
    request: (method, params, signal, limitMs = callLimitMs) => request({ method, params }, signal, { limitMs }),
    read: (call, reading, signal) => request(call, signal, { ...ofBlock, ...reading }),
    async batch(calls, signal) {
      const parts = Array.from({ length: Math.ceil(calls.length / BATCH_CALLS_MAX) }, (_, index) =>
        calls.slice(index * BATCH_CALLS_MAX, (index + 1) * BATCH_CALLS_MAX),
      );
      return (await mapLimited(parts, PARALLEL_REQUESTS, (part) => batch(part, signal))).flat();
    },
  };
}

/** Runs a batch in which no call may be refused. @throws NodeAnswerError the first refusal */
export async function batchWhole(
  node: CoinNode,
  calls: readonly RpcCall[],
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const answers = await node.batch(calls, signal);
  const refused = answers.find((answer) => answer instanceof NodeAnswerError);
  if (refused !== undefined) throw refused;
  return answers;
}

/** 1.0, because later versions answer it as well, and Dogecoin supports nothing else. */
function toRequest({ method, params }: RpcCall, id: number): unknown {
  return { jsonrpc: "1.0", id, method, params };
}

/**
 * Nodes also refuse in plain text ("Work queue depth exceeded"), or with an empty body when the
 * password is wrong.
 */
function readRefusal(text: string, status: string): unknown {
  try {
    return parseExact(text);
  } catch {
    throw new Error(`${status} ${text.slice(0, MESSAGE_CHARACTERS_MAX).trim()}`.trim());
  }
}

function readBatch(answer: unknown, calls: readonly RpcCall[], name: string): readonly unknown[] {
  if (!Array.isArray(answer)) {
    const refused = readAnswer(answer, `${name} ${calls[0]?.method}`);
    throw refused instanceof NodeAnswerError ? refused : new Error(`${name} does not answer batches`);
  }
  const byId = new Map<string, unknown>(answer.map((item) => [String((item as { id?: unknown } | null)?.id), item]));
  return calls.map(({ method }, index) => readAnswer(byId.get(String(index)), `${name} ${method}`));
}

/** Returns the result, or the node's refusal. */
function readAnswer(answer: unknown, call: string): unknown {
  if (typeof answer !== "object" || answer === null) throw new Error(`${call}: no answer of JSON-RPC`);
  const { result, error } = answer as { readonly result?: unknown; readonly error?: unknown };
  if (error == null) {
    if (result === undefined) throw new Error(`${call}: neither a result nor an error`);
    return result;
  }
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const text = String(message ?? "no reason told").slice(0, MESSAGE_CHARACTERS_MAX);
  return new NodeAnswerError(Number.parseInt(String(code ?? 0), 10) || 0, `${call}: ${text}`);
}

function asNodeError(error: unknown, call: string): Error {
  if (error instanceof CallerFailure) return error;
  if (error instanceof NoJsonError) return new Error(`${call}: HTTP 200 ${error.head.trim()}`.trim());
  // fetch hides the reason of a failed connection one level down.
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
  const message = `${call}: ${error instanceof Error ? error.message : String(error)}${cause}`;
  return error instanceof AnswerTooLargeError ? new AnswerTooLargeError(message) : new Error(message);
}
