import { ChainInconsistentError } from "@/lib/chains/errors";
import { CallerFailure } from "@/lib/chains/failover";
import { NoJsonError, parseWhole, type Reading } from "@/lib/chains/json-stream";
import { BLOCK_BYTES_MAX } from "@/lib/chains/limits";
import { AnswerTooLargeError } from "@/lib/chains/node-request";
import { messageOf } from "@/lib/chains/statements";
import { streamJsonResponse } from "@/lib/chains/stream-json-response";

/** Header in which the public service, and others that copy it, expect keys. */
const KEY_HEADER = "TRON-PRO-API-KEY";
const KEY_PARAMETER = "apikey";
/**
 * java-tron serves `walletsolidity/` on a separate port, 8091 by default; public services serve
 * both on one.
 */
const FINAL_PORT_PARAMETER = "solidity";

type NodeUrl = {
  /** Host and port, for logs and the operator. */
  readonly name: string;
  /** Ends with a slash; without credentials and query. */
  readonly base: string;
  /** The same for the final half of the API: on another port where the URL names one. */
  readonly finalBase: string;
  readonly headers: Readonly<Record<string, string>>;
};

/**
 * Parses a node's URL. `?apikey=KEY` and `https://KEY@host` become the key's header,
 * `https://user:password@host` basic authentication; neither is ever part of the name.
 * `?solidity=8091` names the port of the final half of the API. Throws TypeError on anything but
 * http and https, and on an invalid port.
 */
export function parseNodeUrl(text: string): NodeUrl {
  const url = new URL(text);
  // Omits the text: it may hold a key.
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new TypeError("a TRON node is asked over HTTP");
  const path = url.pathname.endsWith("/") ? url.pathname : `${url.pathname}/`;
  const final = new URL(url.origin);
  final.port = finalPortOf(url);
  return {
    name: url.host,
    base: `${url.origin}${path}`,
    finalBase: `${final.origin}${path}`,
    headers: headersOf(url),
  };
}

function finalPortOf(url: URL): string {
  const port = url.searchParams.get(FINAL_PORT_PARAMETER) ?? url.port;
  // A URL ignores an invalid port, and the wrong half of the API would be queried.
  if (port !== "" && !(/^[1-9]\d{0,4}$/.test(port) && Number.parseInt(port, 10) <= 65_535))
    throw new TypeError(`${FINAL_PORT_PARAMETER}= has to name a port, such as 8091`);
  return port;
}

function headersOf(url: URL): Readonly<Record<string, string>> {
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const key = url.searchParams.get(KEY_PARAMETER) ?? (password === "" ? user : "");
  const headers: Record<string, string> = {};
  if (key !== "") headers[KEY_HEADER] = key;
  if (password !== "") headers.authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  return headers;
}

/** For answers without a block. */
const RESPONSE_BYTES_MAX = 16 * 1024 * 1024;

const MESSAGE_CHARACTERS_MAX = 200;

/** HTTP errors that concern the request rather than the node's health. */
const REQUEST_FAULTS: ReadonlySet<number> = new Set([400, 413, 414, 422]);

/** The half of the API that reports only final data. */
const FINAL = "walletsolidity/";

/** java-tron's rate limit message, in an answer with status 200. */
const RATE_LIMITED = /lack of computing resources/;

/** The node understood the call and refused it. Any other error means that it did not answer. */
export class NodeAnswerError extends Error {
  override readonly name = "NodeAnswerError";
}

export type Fields = Readonly<Record<string, unknown>>;

export type TronNode = {
  /** Host and port, for logs and the operator: paths and credentials of node URLs are secrets. */
  readonly name: string;
  /**
   * Sends one call of java-tron's HTTP API, such as `wallet/getnowblock`. In the answer whole
   * numbers are bigints and all others text: an amount may exceed 2^53. Lists with a taker are
   * streamed to it and are empty in the answer.
   */
  readonly ask: (path: string, question: Fields, signal: AbortSignal, reading?: LimitedReading) => Promise<unknown>;
};

/** `bytesMax` limits the answer; defaults to the limit for one block. */
export type LimitedReading = Reading & { readonly bytesMax?: number };

const INTEGER = /^-?\d+$/;

/** Converts whole numbers to bigints and keeps others as text. */
export function toNumber(digits: string): unknown {
  return INTEGER.test(digits) ? BigInt(digits) : digits;
}

/**
 * Creates a client for one node. No retries here: the failover decides whether to try another node.
 */
export function createTronNode(url: string, callLimitMs: number, answerBytesMax = BLOCK_BYTES_MAX): TronNode {
  const { name, base, finalBase, headers } = parseNodeUrl(url);
  return {
    name,
    async ask(path, question, signal, reading) {
      const call = `${name} ${path}`;
      const target = `${path.startsWith(FINAL) ? finalBase : base}${path}`;
      const sent = { ...headers, accept: "application/json", "content-type": "application/json" };
      const limits = {
        limitMs: callLimitMs,
        isLong: reading !== undefined,
        bytesMax: reading === undefined ? RESPONSE_BYTES_MAX : (reading.bytesMax ?? answerBytesMax),
      };
      try {
        const asked = { headers: sent, body: JSON.stringify(question), signal };
        const { status, text, answer } = await streamJsonResponse(target, asked, limits, toNumber, reading);
        return text === null ? validateAnswer(call, answer) : readAnswer(call, path, status, text);
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        throw asNodeError(error, call);
      }
    },
  };
}

/** Interprets an answer with this status and text. */
export function readAnswer(call: string, path: string, status: number, text: string): unknown {
  if (status === 404 && path.startsWith(FINAL)) {
    throw new Error(
      `${call}: this node has no solidity API here, which tells what is final (?solidity=PORT in its URL)`,
    );
  }
  if (REQUEST_FAULTS.has(status)) throw new NodeAnswerError(`${call}: HTTP ${status} ${shortened(text)}`);
  if (status !== 200) throw new Error(`${call}: HTTP ${status}`);
  try {
    return validateAnswer(call, parseWhole(text, toNumber));
  } catch (error) {
    throw error instanceof NoJsonError ? noJson(call, error) : error;
  }
}

/** Returns the parsed answer unless it is a refusal. */
export function validateAnswer(call: string, answer: unknown): unknown {
  const refusal = typeof answer === "object" && answer !== null && "Error" in answer ? answer.Error : undefined;
  if (refusal === undefined) return answer;
  const message = `${call}: ${shortened(String(refusal))}`;
  throw RATE_LIMITED.test(message) ? new Error(message) : new NodeAnswerError(message);
}

/** A node without history reports that in plain text. */
function noJson(call: string, { head }: NoJsonError): Error {
  return new Error(`${call}: no JSON but ${shortened(head)}`);
}

function asNodeError(error: unknown, call: string): Error {
  if (!(error instanceof Error)) return new Error(`${call}: ${String(error)}`);
  if (error instanceof CallerFailure || error instanceof ChainInconsistentError) return error;
  if (error instanceof NoJsonError) return noJson(call, error);
  if (error.message.startsWith(call)) return error;
  if (error instanceof AnswerTooLargeError) return new AnswerTooLargeError(`${call}: ${error.message}`);
  return new Error(`${call}: ${messageOf(error)}`);
}

function shortened(text: string): string {
  return text.replaceAll(/\s+/g, " ").slice(0, MESSAGE_CHARACTERS_MAX);
}
