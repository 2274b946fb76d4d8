import { LRUCache } from "lru-cache";
import { Agent, type Dispatcher, request } from "undici";
import { OutboundError, toOutboundError } from "@/lib/kernel/http/outbound-error";
import { parseTargetUrl, pinnedLookup, resolveTarget, type TargetPolicy } from "@/lib/kernel/http/resolve-target";

export type OutboundRequest = TargetPolicy & {
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For everything together: lookup, connection, request, response. */
  readonly timeoutMs: number;
  readonly responseBytesMax: number;
  /**
   * `refuse`: the whole body is needed; one that is too long, too slow or incomplete is an error.
   * `cut`: only the status matters; the body is returned as far as it was received within the
   * limits.
   */
  readonly longBody: "refuse" | "cut";
  /**
   * The connection serves further calls to the same origin at the same addresses that follow within
   * a second. For calls that may arrive twice: if a connection that may have served before is lost,
   * the call is repeated once on a new one.
   */
  readonly keepsConnection?: boolean;
  readonly signal?: AbortSignal;
};

export type OutboundResponse = {
  readonly status: number;
  /** Lowercase names; of a repeated header the first value. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  readonly isBodyCut: boolean;
};

export const USER_AGENT = "chaintill";

const RESPONSE_HEADERS_BYTES_MAX = 16 * 1024;

type Addresses = Awaited<ReturnType<typeof resolveTarget>>;

/**
 * Makes one limited HTTP call: http or https, to the checked address, without redirects, proxy or
 * cookies. Any status is a response; throws only without one.
 *
 * @throws OutboundError with a code that says why there is no response
 */
export async function outboundRequest(call: OutboundRequest): Promise<OutboundResponse> {
  const url = parseTargetUrl(call.url);
  const deadline = AbortSignal.timeout(call.timeoutMs);
  const signal = call.signal === undefined ? deadline : AbortSignal.any([deadline, call.signal]);
  const complete = async (agent: Agent) => await readResponse(await send(url, call, agent, signal), call);
  try {
    const addresses = await resolveTarget(url, call, signal);
    const kept = call.keepsConnection ? keptAgent(url, addresses, call.timeoutMs) : null;
    if (kept === null) return await withNewAgent(addresses, call.timeoutMs, complete);
    return await complete(kept.agent).catch((error: unknown) => {
      // The peer may have closed the connection just before it was used again.
      const isStale = kept.wasUsed && !signal.aborted && toOutboundError(error, ALIVE).code === "connection_lost";
      if (!isStale) throw error;
      return withNewAgent(addresses, call.timeoutMs, complete);
    });
  } catch (error) {
    throw toOutboundError(error, { isPastDeadline: deadline.aborted, isGivenUp: call.signal?.aborted === true });
  }
}

const ALIVE = { isPastDeadline: false, isGivenUp: false };

async function withNewAgent<Result>(
  addresses: Addresses,
  timeoutMs: number,
  work: (agent: Agent) => Promise<Result>,
): Promise<Result> {
  const agent = newAgent(addresses, timeoutMs);
  // Not awaited: with an endless body the peer decides when the socket has closed.
  return await work(agent).finally(() => void agent.destroy().catch(() => undefined));
}

/** Shorter than servers wait for the next request. */
const IDLE_MS_MAX = 1_000;

function newAgent(addresses: Addresses, timeoutMs: number): Agent {
  return new Agent({
    connect: { lookup: pinnedLookup(addresses), timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: RESPONSE_HEADERS_BYTES_MAX,
    keepAliveTimeout: IDLE_MS_MAX,
    keepAliveMaxTimeout: IDLE_MS_MAX,
  });
}

/** One without calls has no connections after a second; closing waits for calls under way. */
const agents = new LRUCache<string, Agent>({
  max: 1_000,
  dispose: (agent) => void agent.close().catch(() => undefined),
});

/** Returns the agent of this origin at these addresses, and whether it was used before. */
function keptAgent(url: URL, addresses: Addresses, timeoutMs: number): { agent: Agent; wasUsed: boolean } {
  const key = [url.origin, timeoutMs, ...addresses.toSorted()].join(" ");
  const known = agents.get(key);
  const agent = known ?? newAgent(addresses, timeoutMs);
  if (known === undefined) agents.set(key, agent);
  return { agent, wasUsed: known !== undefined };
}

async function send(
  url: URL,
  call: OutboundRequest,
  dispatcher: Agent,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  return await request(url, {
    dispatcher,
    method: call.method,
    headers: { "accept-encoding": "identity", "user-agent": USER_AGENT, ...call.headers },
    body: call.body ?? null,
    signal,
  });
}

async function readResponse(response: Dispatcher.ResponseData, call: OutboundRequest): Promise<OutboundResponse> {
  const { body, isCut } = await readBody(response.body, call);
  const headers = new Map<string, string>();
  for (const [name, value] of Object.entries(response.headers)) {
    const first = Array.isArray(value) ? value[0] : value;
    if (first !== undefined) headers.set(name.toLowerCase(), first);
  }
  return { status: response.statusCode, headers, body, isBodyCut: isCut };
}

async function readBody(
  stream: Dispatcher.ResponseData["body"],
  call: OutboundRequest,
): Promise<{ body: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > call.responseBytesMax) {
        if (call.longBody === "refuse") throw new OutboundError("response_too_large");
        return { body: Buffer.concat(chunks).subarray(0, call.responseBytesMax), isCut: true };
      }
    }
  } catch (error) {
    if (call.longBody === "refuse") throw error;
    return { body: Buffer.concat(chunks), isCut: true };
  }
  return { body: Buffer.concat(chunks), isCut: false };
}
