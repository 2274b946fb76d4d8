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
};

/** One JSON-RPC endpoint. No retries here: trying elsewhere is the failover's decision. */
export function createEvmNode(address: string, callLimitMs: number): EvmNode {
  const { url, name, headers } = toEndpoint(address);
  let lastId = 0;
  return {
    name,
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

/** Credentials of the URL become a header. A key in its path or query stays where it is. */
function toEndpoint(address: string) {
  const url = new URL(address);
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (url.username !== "" || url.password !== "") {
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers["authorization"] = `Basic ${Buffer.from(credentials).toString("base64")}`;
  }
  url.username = "";
  url.password = "";
  return { url: url.href, name: url.host, headers };
}

function resultOf({ status, text }: { readonly status: number; readonly text: string }, call: string): unknown {
  const { error, result, isAnswer } = parseAnswer(text);
  if (typeof error === "object" && error !== null) {
    const { message, data } = error as { readonly message?: unknown; readonly data?: unknown };
    throw new NodeAnswerError(`${call}: ${shortened(String(message))}`, data);
  }
  if (isAnswer && status >= 200 && status < 300) return result;
  const told = `${call}: HTTP ${status} ${shortened(text)}`;
  throw REQUEST_FAULTS.has(status) ? new NodeAnswerError(told, undefined) : new Error(told);
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
