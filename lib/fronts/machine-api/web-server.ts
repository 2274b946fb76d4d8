import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { BlockList } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { closePageStreams } from "@/lib/delivery/live/page-hub";
import { answerIncoming } from "@/lib/fronts/machine-api/api-call";
import { compress } from "@/lib/fronts/machine-api/compress";
import type { Front } from "@/lib/fronts/machine-api/front";
import { type Env, env } from "@/lib/kernel/env";
import { clientAddress, isNearAddress, markClientAddress } from "@/lib/kernel/http/client-address";
import { SECURITY_HEADERS, securityHeadersOf, transportHeaders } from "@/lib/kernel/http/security-headers";
import { log } from "@/lib/kernel/log";

type Refusal = { readonly status: number; readonly message: string; readonly headers?: Record<string, string> };
const REFUSALS = {
  badRequest: { status: 400, message: "Bad request", headers: {} },
  notAllowed: { status: 405, message: "Method not allowed", headers: { allow: "GET, HEAD, OPTIONS" } },
} as const satisfies Record<string, Refusal>;
const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
/** Less than what process managers commonly wait before they kill. */
export const CLOSE_MS_MAX = 8_000;
/**
 * How long an idle connection stays open, in ms. Longer than reverse proxies keep theirs to us
 * (nginx 60 s, Go's transport 90 s, Caddy 120 s), so that they end it and not we: a request that
 * crosses our end of the connection is lost, and its sender sees a reset.
 */
const IDLE_MS_MAX = 130_000;

/** What Next gives to a server that is not its own. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export type WebSettings = Pick<Env, "TRUSTED_PROXIES" | "BASE_URL">;

/**
 * One HTTP server with two fronts: what `front` takes goes straight to the handlers of the routes,
 * everything else to Next (decision 0014). Both are told the client's address, as far as proxies
 * are believed (decision 0020). It is not listening yet. The global Request and Response stay as
 * they are: Next lives in the same process.
 * @throws Error for a bad setting
 */
export function createWebServer(front: Front, answerPage: PageHandler, settings: WebSettings = env()): Server {
  const markAddress = addressMarker(settings.TRUSTED_PROXIES);
  const ofEveryAnswer = transportHeaders(settings.BASE_URL);
  const answerApi = getRequestListener(async (request) => compress(request, await front.answer(request)), {
    overrideGlobalObjects: false,
    // HTTP/1.0 has no Host, and health checks still speak it. Whoever asks for the caller's own
    // address of us reads the header.
    hostname: "localhost",
    errorHandler: endFailedAnswer,
  });
  const answerRoute = (request: IncomingMessage, response: ServerResponse) => {
    const answerCall = front.findCall(request.method ?? "", request.url ?? "");
    if (answerCall === null) return void answerApi(request, response);
    void answerIncoming(answerCall, request, response).catch((error: unknown) => endFailedPage(response, error));
  };
  return createServer({ keepAliveTimeout: IDLE_MS_MAX }, (request, response) => {
    markAddress(request);
    for (const { key, value } of ofEveryAnswer) response.setHeader(key, value);
    const target = request.url ?? "";
    const isOfFront = front.takes(target);
    const refusal = isPathReadable(target) ? refusalOfPage(request, isOfFront) : REFUSALS.badRequest;
    const isOfNext = !isOfFront && refusal === null;
    // Pages of Next must never be framed, so the query of the URL has no influence on their
    // headers.
    for (const { key, value } of isOfNext ? SECURITY_HEADERS : securityHeadersOf(target))
      response.setHeader(key, value);
    if (isOfNext) return void answerPage(request, response).catch((error: unknown) => endFailedPage(response, error));
    if (refusal !== null) return endRefused(response, refusal);
    answerRoute(request, response);
  });
}

/**
 * Pages are read and take no body. Next would keep up to 10 MB of one in memory for each request,
 * before any page of ours sees it. What Next has below `/api/` looks after itself.
 */
function refusalOfPage({ method = "", headers, url = "" }: IncomingMessage, isOfFront: boolean): Refusal | null {
  if (isOfFront || url.startsWith("/api/")) return null;
  if (!READS.has(method)) return REFUSALS.notAllowed;
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? "0") !== 0;
  return hasBody ? REFUSALS.badRequest : null;
}

/**
 * Whether the percent escapes of a target's path are characters: Next, and whoever decodes a part
 * of the path, would fail on others.
 */
function isPathReadable(target: string): boolean {
  try {
    decodeURIComponent(target.split("?", 1)[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

/** The connection goes with it: what is still coming is not waited for. */
function endRefused(response: ServerResponse, { status, message, headers }: Refusal): void {
  response.shouldKeepAlive = false;
  response.statusCode = status;
  const ofAll = { "content-type": "application/json", "cache-control": "no-store" };
  response.setHeaders(new Map(Object.entries({ ...ofAll, ...headers })));
  response.end(JSON.stringify({ state: 1, message }));
}

function addressMarker(proxies: BlockList): (request: IncomingMessage) => void {
  let hasWarned = false;
  return (request) => {
    const forwardedFor = request.headers["x-forwarded-for"]?.toString();
    const address = clientAddress(request.socket.remoteAddress, forwardedFor, proxies);
    markClientAddress(request, address);
    if (hasWarned || address === null || forwardedFor === undefined || !isNearAddress(address)) return;
    if (forwardedFor.split(",", 1)[0]?.trim() === address) return;
    hasWarned = true;
    log().warn({ address }, "speaks for others and is not in TRUSTED_PROXIES: payers behind it are not told apart");
  };
}

/**
 * A request that no URL can be made of, because of its host for example; or a handler that failed
 * in a way that it does not answer.
 */
function endFailedAnswer(error: unknown): Response {
  if (error instanceof Error && error.name === "RequestError")
    return Response.json({ state: 1, message: REFUSALS.badRequest.message }, { status: 400 });
  log().error({ err: error }, "a route failed");
  return Response.json({ state: 1, message: "Server error" }, { status: 500 });
}

/**
 * Next throws for request targets that are no URL (`*`, `http://[`): without this each would be an
 * unhandled rejection.
 */
function endFailedPage(response: ServerResponse, error: unknown): void {
  log().error({ err: error }, "a page or call failed");
  if (!response.headersSent) response.statusCode = 500;
  if (!response.writableEnded) response.end();
}

/**
 * How soon a connection is closed that became idle after `close`: Node itself closes only those
 * that are idle at that moment.
 */
const CLOSE_IDLE_MS = 100;

/**
 * Takes no more connections and answers what is under way; a connection that goes on asking is told
 * with its next answer that it was the last, and one that does not is closed once it is answered.
 * What is still open after `msMax` is cut off: after `close` Node looks no more for requests that
 * never end.
 */
export async function closeGently(server: Server, msMax = CLOSE_MS_MAX): Promise<void> {
  server.prependListener("request", (_request, response) => {
    response.shouldKeepAlive = false;
  });
  const timer = setTimeout(() => server.closeAllConnections(), msMax);
  const idleTimer = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearTimeout(timer);
  clearInterval(idleTimer);
}

/**
 * At SIGINT or SIGTERM: ends the streams of open pages, closes the server gently, and ends as a
 * process that the signal ended.
 */
export function stopAtSignals(server: Server, closePages: () => Promise<void>): void {
  let isStopping = false;
  const stop = (signal: keyof typeof EXIT_CODES) => {
    if (isStopping) return;
    isStopping = true;
    void Promise.all([closePageStreams(), closeGently(server)])
      .then(closePages)
      .finally(() => process.exit(EXIT_CODES[signal]));
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}
