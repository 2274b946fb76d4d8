import type { MatchDestinations } from "@/lib/chains/driver";
import type { Transfer } from "@/lib/chains/facts";
import { CallerFailure } from "@/lib/chains/failover";
import { fieldsOf, printExact } from "@/lib/chains/monero/decode";
import { createHttpEndpoint, type LimitedReading } from "@/lib/chains/monero/http-endpoint";

const MESSAGE_CHARACTERS_MAX = 300;

/** The service understood the call and refused it. Any other error means that it did not answer. */
export class ServiceAnswerError extends Error {
  override readonly name = "ServiceAnswerError";
  /** As in Monero's wallet_rpc_server_error_codes.h and core_rpc_server_error_codes.h. */
  readonly code: bigint;

  constructor(code: bigint, message: string) {
    super(message);
    this.code = code;
  }
}

export type MoneroService = {
  readonly name: string;
  /** Calls a method of `json_rpc`, and reads its answer as specified. @throws ServiceAnswerError */
  readonly call: (method: string, parameters: object, signal: AbortSignal, reading?: LimitedReading) => Promise<Fields>;
  /** Posts to a separate path, of which the daemon has some. */
  readonly post: (path: string, body: object, signal: AbortSignal) => Promise<Fields>;
};

type Fields = Readonly<Record<string, unknown>>;

/** A daemon, and the wallets that read its chain. */
export type MoneroNode = {
  /** Host and port of the daemon. */
  readonly name: string;
  readonly daemon: MoneroService;
  /** Sees payments to us, and need not be able to spend them. */
  readonly wallet: MoneroService;
  /** Holds the spend key; null where this node sends no money. */
  readonly signer: MoneroService | null;
};

/**
 * Parses a wallet service's URL that names the daemon behind it, and optionally a second wallet
 * service, which can spend:
 * `http://user:password@wallet:18083/?daemon=http://daemon:18081&signer=http://signer:18084`. Each
 * may contain credentials; within the query, `&` and `#` of a password are written as %26 and %23.
 * Throws TypeError, without the text, when it is malformed.
 */
export function createMoneroNode(text: string, callLimitMs: number): MoneroNode {
  const url = new URL(text);
  const named = (parameter: string) => {
    const value = url.searchParams.get(parameter);
    if (value !== null && !URL.canParse(value)) throw new TypeError(`?${parameter}= is no URL`);
    return value === null ? null : createService(new URL(value), callLimitMs);
  };
  const daemon = named("daemon");
  if (daemon === null) throw new TypeError("a Monero node is a wallet service that names its daemon: ?daemon=URL");
  return { name: daemon.name, daemon, wallet: createService(url, callLimitMs), signer: named("signer") };
}

function createService(url: URL, callLimitMs: number): MoneroService {
  if (!/^https?:$/.test(url.protocol)) throw new TypeError("Monero's services are asked over HTTP");
  const { name, post } = createHttpEndpoint(url, callLimitMs);
  const ask = async (path: string, body: object, signal: AbortSignal, reading?: LimitedReading) =>
    fieldsOf(await post(path, printExact(body), signal, reading));
  return {
    name,
    post: (path, body, signal) => ask(path, body, signal),
    async call(method, parameters, signal, reading) {
      const body = { jsonrpc: "2.0", id: "0", method, params: parameters };
      const { result, error } = await ask("json_rpc", body, signal, reading);
      if (error == null) return fieldsOf(result);
      const { code, message } = fieldsOf(error);
      const reason = String(message ?? "no reason told").slice(0, MESSAGE_CHARACTERS_MAX);
      throw new ServiceAnswerError(typeof code === "bigint" ? code : 0n, `${name} ${method}: ${reason}`);
    },
  };
}

/**
 * Wraps the caller's match so that each address is matched once. An error of the caller is not
 * blamed on a node.
 */
export function askOnce(match: MatchDestinations): MatchDestinations {
  const known = new Map<string, boolean>();
  return async (destinations) => {
    const fresh = new Map(destinations.filter(({ address }) => !known.has(address)).map((to) => [to.address, to]));
    if (fresh.size > 0) {
      const matched = await match([...fresh.values()]).catch((error: unknown) => {
        throw new CallerFailure("the match callback failed", { cause: error });
      });
      for (const address of fresh.keys()) known.set(address, matched.has(address));
    }
    return new Set(destinations.map(({ address }) => address).filter((address) => known.get(address) === true));
  };
}

/** Returns the transfers to our destinations. */
export async function filterMatched(
  transfers: readonly Transfer[],
  match: MatchDestinations,
): Promise<readonly Transfer[]> {
  if (transfers.length === 0) return [];
  const matched = await match(transfers.map(({ to }) => to));
  return transfers.filter(({ to }) => matched.has(to.address));
}
