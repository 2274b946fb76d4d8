import { parse } from "lossless-json";
import { CallerFailure } from "@/lib/chains/failover";
import { NoJsonError, type Reading } from "@/lib/chains/json-stream";
import { BLOCK_BYTES_MAX, withTimeLimit } from "@/lib/chains/limits";
import { AnswerTooLargeError, sendRequest, toEndpoint } from "@/lib/chains/node-request";
import { RESPONSE_BYTES_MAX } from "@/lib/chains/solana/config";
import { messageOf } from "@/lib/chains/statements";
import { streamJsonResponse } from "@/lib/chains/stream-json-response";

const MESSAGE_CHARACTERS_MAX = 300;

/** The node understood the call and refused it. Any other error means that it did not answer. */
export class NodeAnswerError extends Error {
  override readonly name = "NodeAnswerError";
  /** JSON-RPC's own, or Solana's from -32001 downwards. */
  readonly code: number;
  /** Details of a failed preflight. */
  readonly data: unknown;

  constructor(message: string, code: number, data: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export type SolanaNode = {
  /**
   * Host and port, for logs and the operator: paths, keys and credentials of node URLs are secrets.
   */
  readonly name: string;
  /**
   * Returns the result; its numbers are read by `integerOf`. Throws NodeAnswerError, or Error when
   * there is no answer.
   */
  readonly request: (method: string, params: readonly unknown[], signal: AbortSignal) => Promise<unknown>;
  /**
   * Like `request`, for a block of any size: lists with a taker are streamed to it and are empty in
   * the result.
   * @throws AnswerTooLargeError
   */
  readonly read: (call: RpcCall, reading: Reading, signal: AbortSignal) => Promise<unknown>;
};

type RpcCall = { readonly method: string; readonly params: readonly unknown[] };

/**
 * Creates a client for one JSON-RPC endpoint. No retries here: the failover decides whether to try
 * another node.
 */
export function createSolanaNode(address: string, callLimitMs: number, answerBytesMax = BLOCK_BYTES_MAX): SolanaNode {
  const { url, name, headers } = toEndpoint(address);
  const bodyOf = ({ method, params }: RpcCall) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return {
    name,
    async request(method, params, signal) {
      const call = `${name} ${method}`;
      const body = bodyOf({ method, params });
      const { status, text } = await withTimeLimit(callLimitMs, signal, (limited) =>
        sendRequest(url, { headers, body, signal: limited }, RESPONSE_BYTES_MAX),
      ).catch((error: unknown) => {
        throw named(error, call, signal);
      });
      return resultOf({ status, answer: parseAnswer(text) }, call);
    },
    async read(rpcCall, reading, signal) {
      const call = `${name} ${rpcCall.method}`;
      const limits = { limitMs: callLimitMs, isLong: true, bytesMax: answerBytesMax };
      const question = { headers, body: bodyOf(rpcCall), signal };
      const parsed = await streamJsonResponse(url, question, limits, markNumber, reading).catch((error: unknown) => {
        if (error instanceof NoJsonError) return { status: 200, answer: undefined, text: null };
        throw named(error, call, signal);
      });
      return resultOf(parsed.text === null ? parsed : { ...parsed, answer: parseAnswer(parsed.text) }, call);
    },
  };
}

/**
 * Adds the call to the message; errors of the caller's own work, and those that it must
 * distinguish, stay unchanged.
 */
function named(error: unknown, call: string, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof CallerFailure) return error;
  if (error instanceof AnswerTooLargeError) return new AnswerTooLargeError(`${call}: ${error.message}`);
  return new Error(`${call}: ${reasonOf(error)}`);
}

type RpcResponse = { readonly status: number; readonly answer: unknown };

function resultOf({ status, answer: parsed }: RpcResponse, call: string): unknown {
  const answer = fieldsOf(parsed);
  if (answer === null) throw new Error(`${call}: HTTP ${status} without a JSON-RPC answer`);
  const { error, result } = answer;
  if (error == null) {
    if (result === undefined) throw new Error(`${call}: HTTP ${status} without a result`);
    return result;
  }
  const { code, message, data } = error as Readonly<Record<string, unknown>>;
  const text = typeof message === "string" ? message.slice(0, MESSAGE_CHARACTERS_MAX) : "an error without words";
  // Some providers put an HTTP status here; anything but a small integer carries no information.
  const exact = integerOf(code) ?? 0n;
  const known = exact > -100_000n && exact < 100_000n ? Number.parseInt(exact.toString(), 10) : 0;
  throw new NodeAnswerError(`${call}: ${text}`, known, data);
}

function fieldsOf(answer: unknown): { readonly error?: unknown; readonly result?: unknown } | null {
  return typeof answer === "object" && answer !== null && !Array.isArray(answer) ? answer : null;
}

/** Returns undefined for text that is not JSON. */
function parseAnswer(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

/** Some connection errors have a code and an empty message. None contains the URL. */
function reasonOf(error: unknown): string {
  return error instanceof Error && "code" in error ? `${messageOf(error)} (${String(error.code)})` : messageOf(error);
}

/** Precedes the digits of a number, to distinguish it from a text with the same digits. */
const MARK = "#";
const NUMBER = /([:,[]\s*)(-?\d[\d.eE+-]*)/g;
const INTEGER = /^#(-?\d{1,40})$/;

/**
 * Parses JSON such that every number becomes its own text with a mark in front, to be read by
 * `integerOf`: none passes through a float. The numbers are marked in the text and the engine's own
 * parser does the rest, because a full block (4 MB) takes lossless-json a quarter of a second, and
 * two or three arrive per second. A mark within a text would end that text before the mark, which
 * is invalid JSON: so either only numbers were marked, or the parser rejects it and lossless-json
 * does it slowly.
 */
export function parseExact(text: string): unknown {
  try {
    return JSON.parse(text.replace(NUMBER, `$1"${MARK}$2"`)) as unknown;
  } catch {
    return parse(text, undefined, markNumber);
  }
}

/** Marks one number, for answers that are streamed. */
const markNumber = (digits: string): string => MARK + digits;

/** Returns null for a fraction, an exponent and anything that is not a number. */
export function integerOf(value: unknown): bigint | null {
  const digits = typeof value === "string" ? INTEGER.exec(value)?.[1] : undefined;
  return digits === undefined ? null : BigInt(digits);
}
