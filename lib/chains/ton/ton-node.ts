import { Cell } from "@ton/core";
import { withTimeLimit } from "@/lib/chains/limits";
import { AnswerTooLargeError, sendRequest } from "@/lib/chains/node-request";
import { messageOf } from "@/lib/chains/statements";
import { rawAccount } from "@/lib/chains/ton/config";
import { fields, hash, list, units } from "@/lib/chains/ton/decode";

/** A page of the busiest blocks is some 2 MB. */
const RESPONSE_BYTES_MAX = 16 * 1024 * 1024;
const ERROR_TEXT_MAX = 400;
/** Statuses sent by a proxy in front of the node, or by the node about itself. */
const NOT_AN_ANSWER: ReadonlySet<number> = new Set([401, 403, 407, 408, 429, 502, 503, 504]);

/** The node understood the call and refused it. Any other error means that it did not answer. */
export class NodeAnswerError extends Error {
  override readonly name = "NodeAnswerError";
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** A list is one parameter given several times. */
export type Query = Readonly<Record<string, string | number | readonly string[]>>;

export type TonNode = {
  /** Host and port, for logs and the operator: the rest of a node's URL may hold secrets. */
  readonly name: string;
  readonly get: (path: string, query: Query, signal: AbortSignal) => Promise<unknown>;
  readonly post: (path: string, body: unknown, signal: AbortSignal) => Promise<unknown>;
};

/**
 * Creates a client for one HTTP endpoint with toncenter's API, versions 2 and 3, below the URL.
 * `user:password@` becomes basic authentication, `?api_key=` the header X-API-Key. No retries here:
 * the failover decides whether to try another node.
 */
export function createTonNode(url: string, callLimitMs: number): TonNode {
  const { origin, host, pathname, username, password, searchParams } = new URL(url);
  // Users may paste the documentation address of one API version.
  const base = `${origin}${pathname.replace(/(\/api\/v[23])?\/*$/, "")}`;
  const headers: Record<string, string> = { accept: "application/json" };
  const key = searchParams.get("api_key");
  if (key !== null) headers["x-api-key"] = key;
  if (username !== "") {
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    headers["authorization"] = `Basic ${Buffer.from(pair).toString("base64")}`;
  }
  const request = async (path: string, target: string, body: string | undefined, signal: AbortSignal) => {
    const sent = body === undefined ? headers : { ...headers, "content-type": "application/json" };
    const method = body === undefined ? "GET" : "POST";
    try {
      return await withTimeLimit(callLimitMs, signal, async (limited) =>
        readAnswer(
          await sendRequest(
            target,
            { method, headers: sent, ...(body && { body }), signal: limited },
            RESPONSE_BYTES_MAX,
          ),
        ),
      );
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw withCall(error, `${host} ${path}`);
    }
  };
  return {
    name: host,
    get: (path, query, signal) => request(path, `${base}${path}${toSearch(query)}`, undefined, signal),
    post: (path, body, signal) => request(path, `${base}${path}`, JSON.stringify(body), signal),
  };
}

function readAnswer({ status, text }: { readonly status: number; readonly text: string }): unknown {
  if (status >= 200 && status < 300) return JSON.parse(text) as unknown;
  const told = `HTTP ${status} ${errorText(text)}`;
  throw NOT_AN_ANSWER.has(status) ? new Error(told) : new NodeAnswerError(told, status);
}

/** On one line: the virtual machine's output follows the reason on separate lines. */
function errorText(body: string): string {
  const told = messageIn(body);
  return told.replace(/\s+/g, " ").slice(0, ERROR_TEXT_MAX);
}

function messageIn(body: string): string {
  try {
    const { error } = JSON.parse(body) as { readonly error?: unknown };
    return typeof error === "string" ? error : body;
  } catch {
    return body;
  }
}

function withCall(error: unknown, call: string): Error {
  if (error instanceof NodeAnswerError) return new NodeAnswerError(`${call}: ${error.message}`, error.status);
  if (error instanceof AnswerTooLargeError) return new AnswerTooLargeError(`${call}: ${error.message}`);
  return new Error(`${call}: ${messageOf(error)}`);
}

function toSearch(query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    return (typeof value === "object" ? value : [value]).map((one) => [name, String(one)]);
  });
  return `?${new URLSearchParams(pairs)}`;
}

export type AccountState = {
  readonly balance: bigint;
  /**
   * `active`: a contract runs there. Otherwise nothing exists yet, or it was frozen for unpaid
   * rent.
   */
  readonly status: "active" | "frozen" | "none";
  /** In hex. */
  readonly codeHash: string | null;
  readonly data: Cell | null;
  /** Logical time of the account's last transaction; zero where there was none. */
  readonly lastLt: bigint;
};

const NEVER_SEEN: AccountState = { balance: 0n, status: "none", codeHash: null, data: null, lastLt: 0n };

/** Reads an account as of the newest block that the node has indexed. */
export async function readAccountState(node: TonNode, account: string, signal: AbortSignal): Promise<AccountState> {
  const answer = fields(await node.get("/api/v3/accountStates", { address: account, include_boc: "true" }, signal));
  for (const entry of list(answer["accounts"])) {
    const state = fields(entry);
    if (rawAccount(state["address"]) === account) return decodeState(state);
  }
  return NEVER_SEEN;
}

function decodeState(state: Readonly<Record<string, unknown>>): AccountState {
  const { status, balance } = state;
  const data = state["data_boc"];
  const lastLt = state["last_transaction_lt"];
  return {
    balance: balance == null ? 0n : units(balance),
    status: status === "active" || status === "frozen" ? status : "none",
    codeHash: state["code_hash"] == null ? null : hash(state["code_hash"]),
    data: typeof data === "string" && data !== "" ? Cell.fromBase64(data) : null,
    lastLt: lastLt == null ? 0n : units(lastLt),
  };
}
