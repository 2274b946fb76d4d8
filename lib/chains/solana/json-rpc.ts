import { toEndpoint } from "@/lib/chains/endpoint";
import { exchange } from "@/lib/chains/exchange";
import { RESPONSE_BYTES_MAX } from "@/lib/chains/solana/config";
import { integerOf, parseExact } from "@/lib/chains/solana/exact-json";
import { messageOf } from "@/lib/chains/statements";
import { withTimeLimit } from "@/lib/chains/time-limit";

const MESSAGE_CHARACTERS_MAX = 300;

/** The node understood the call and said no. Everything else that is thrown means that it did not answer. */
export class NodeAnswerError extends Error {
  override readonly name = "NodeAnswerError";
  /** JSON-RPC's own, or Solana's from -32001 downwards. */
  readonly code: number;
  /** What a failed preflight sends along. */
  readonly data: unknown;

  constructor(message: string, code: number, data: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export type SolanaNode = {
  /** Host and port, for logs and the operator: paths, keys and credentials of node URLs are secrets. */
  readonly name: string;
  /** Answers the result; its numbers are read by `integerOf`. Throws NodeAnswerError, or Error when there is no answer. */
  readonly request: (method: string, params: readonly unknown[], signal: AbortSignal) => Promise<unknown>;
};

/** One JSON-RPC endpoint. No retries here: trying elsewhere is the failover's decision. */
export function createSolanaNode(address: string, callLimitMs: number): SolanaNode {
  const { url, name, headers } = toEndpoint(address);
  return {
    name,
    async request(method, params, signal) {
      const call = `${name} ${method}`;
      const answer = await withTimeLimit(callLimitMs, signal, async (limited) => {
        const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
        return exchange(url, { headers, body, signal: limited }, RESPONSE_BYTES_MAX);
      }).catch((error: unknown) => {
        if (signal.aborted) throw signal.reason;
        throw new Error(`${call}: ${reasonOf(error)}`);
      });
      return resultOf(answer, call);
    },
  };
}

function resultOf({ status, text }: { readonly status: number; readonly text: string }, call: string): unknown {
  const answer = parseAnswer(text);
  if (answer === null) throw new Error(`${call}: HTTP ${status} without a JSON-RPC answer`);
  const { error, result } = answer;
  if (error == null) {
    if (result === undefined) throw new Error(`${call}: HTTP ${status} without a result`);
    return result;
  }
  const { code, message, data } = error as Readonly<Record<string, unknown>>;
  const words = typeof message === "string" ? message.slice(0, MESSAGE_CHARACTERS_MAX) : "an error without words";
  // Some providers put an HTTP status here; what is no small integer tells nothing.
  const exact = integerOf(code) ?? 0n;
  const known = exact > -100_000n && exact < 100_000n ? Number.parseInt(exact.toString(), 10) : 0;
  throw new NodeAnswerError(`${call}: ${words}`, known, data);
}

function parseAnswer(body: string): { readonly error?: unknown; readonly result?: unknown } | null {
  try {
    const answer = parseExact(body);
    return typeof answer === "object" && answer !== null && !Array.isArray(answer) ? answer : null;
  } catch {
    return null;
  }
}

/** Some errors of connections have a code and no words. None names the URL. */
function reasonOf(error: unknown): string {
  return error instanceof Error && "code" in error ? `${messageOf(error)} (${String(error.code)})` : messageOf(error);
}
