import { BATCH_CALLS_MAX, PARALLEL_REQUESTS } from "@/lib/chains/bitcoin-like/config";
import { parseExact } from "@/lib/chains/bitcoin-like/parse-exact";
import { postText } from "@/lib/chains/bitcoin-like/post-text";
import { AnswerTooLargeError } from "@/lib/chains/exchange";
import { createGate } from "@/lib/chains/gate";
import { mapLimited } from "@/lib/chains/map-limited";
import { withTimeLimit } from "@/lib/chains/time-limit";

const MESSAGE_CHARACTERS_MAX = 300;

/** The node understood the call and said no. Everything else that is thrown means that it did not answer. */
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
  /** Numbers of the answer's fields come as their text. `limitMs` replaces the usual limit of one call. */
  readonly request: (
    method: string,
    params: readonly unknown[],
    signal: AbortSignal,
    limitMs?: number,
  ) => Promise<unknown>;
  /** The answers in the order of the calls, any number of them; a call that the node refuses is its NodeAnswerError. */
  readonly batch: (calls: readonly RpcCall[], signal: AbortSignal) => Promise<readonly unknown[]>;
};

/** One JSON-RPC endpoint. No retries here: trying elsewhere is the failover's decision. */
export function createCoinNode(url: string, callLimitMs: number): CoinNode {
  const { host: name } = new URL(url);
  const pass = createGate(PARALLEL_REQUESTS);
  const exchange = (body: unknown, what: string, signal: AbortSignal, limitMs = callLimitMs) =>
    pass(
      () =>
        withTimeLimit(limitMs, signal, async (limited) => {
          const { status, text } = await postText(url, JSON.stringify(body), limited);
          return readJson(text, `HTTP ${status}`);
        }),
      signal,
    ).catch((error: unknown) => {
      if (signal.aborted) throw signal.reason;
      throw asNodeError(error, `${name} ${what}`);
    });
  const batch = async (calls: readonly RpcCall[], signal: AbortSignal): Promise<readonly unknown[]> => {
    const what = `${calls.length} x ${calls[0]?.method}`;
    const answer = await exchange(calls.map(toRequest), what, signal);
    return readBatch(answer, calls, name);
  };
  return {
    name,
    async request(method, params, signal, limitMs) {
      const answer = await exchange(toRequest({ method, params }, 0), method, signal, limitMs);
      const result = readAnswer(answer, `${name} ${method}`);
      if (result instanceof NodeAnswerError) throw result;
      return result;
    },
    async batch(calls, signal) {
      const parts = Array.from({ length: Math.ceil(calls.length / BATCH_CALLS_MAX) }, (_, index) =>
        calls.slice(index * BATCH_CALLS_MAX, (index + 1) * BATCH_CALLS_MAX),
      );
      return (await mapLimited(parts, PARALLEL_REQUESTS, (part) => batch(part, signal))).flat();
    },
  };
}

/** A batch of which no call may be refused. @throws NodeAnswerError the first refusal */
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

/** 1.0, because later versions answer what the older ones do, and Dogecoin's knows nothing else. */
function toRequest({ method, params }: RpcCall, id: number): unknown {
  return { jsonrpc: "1.0", id, method, params };
}

/** Nodes refuse in plain text too: "Work queue depth exceeded", or nothing at all when the password is wrong. */
function readJson(text: string, status: string): unknown {
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

/** The result, or what the node refused with. */
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
  // fetch hides the reason of a failed connection one level down.
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
  const message = `${call}: ${error instanceof Error ? error.message : String(error)}${cause}`;
  return error instanceof AnswerTooLargeError ? new AnswerTooLargeError(message) : new Error(message);
}
