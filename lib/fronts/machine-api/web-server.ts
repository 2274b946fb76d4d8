import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { type BlockList, Server as NetServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { closePageStreams } from "@/lib/delivery/live/page-hub";
import { answerIncoming } from "@/lib/fronts/machine-api/api-call";
import { compress } from "@/lib/fronts/machine-api/compress";
import type { Front } from "@/lib/fronts/machine-api/front";
import { type Env, env } from "@/lib/kernel/env";
import { invariant } from "@/lib/kernel/errors";
import { clientAddress, isNearAddress, markClientAddress } from "@/lib/kernel/http/client-address";
import { SECURITY_HEADERS, securityHeadersOf, transportHeaders } from "@/lib/kernel/http/security-headers";
import { log } from "@/lib/kernel/log";
import { stopTracing } from "@/lib/kernel/tracing/start-tracing";

type Refusal = { readonly status: number; readonly message: string; readonly headers?: Record<string, string> };
const REFUSALS = {
  badRequest: { status: 400, message: "Bad request", headers: {} },
  heldBack: { status: 503, message: "Server error", headers: { "retry-after": "5" } },
  notAllowed: { status: 405, message: "Method not allowed", headers: { allow: "GET, HEAD, OPTIONS" } },
} as const satisfies Record<string, Refusal>;
const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
/** Less than the usual time before process managers kill. */
export const CLOSE_MS_MAX = 8_000;
const RETIRE_MS = 5_000;
/**
 * How long an idle connection stays open, in ms. Longer than reverse proxies keep theirs open
 * (nginx 60 s, Go's transport 90 s, Caddy 120 s), so that they close it first: a request that
 * crosses our closing is lost, and its sender sees a reset.
 */
const IDLE_MS_MAX = 130_000;

/** The request handler that Next gives to a custom server. */
export type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export type WebSettings = Pick<Env, "TRUSTED_PROXIES" | "BASE_URL">;

/**
 * Creates one HTTP server with two fronts: requests that `front` takes go directly to the routes'
 * handlers, everything else goes to Next (decision 0014). Both get the client's address as far as
 * proxies are trusted (decision 0020). The server does not listen yet. The global Request and
 * Response are unchanged, because Next runs in the same process.
 * @throws Error for an invalid setting
 */
export function createWebServer(front: Front, answerPage: PageHandler, settings: WebSettings = env()): Server {
  const markAddress = addressMarker(settings.TRUSTED_PROXIES);
  const ofEveryAnswer = transportHeaders(settings.BASE_URL);
  const answerApi = getRequestListener(async (request) => compress(request, await front.answer(request)), {
    overrideGlobalObjects: false,
    // HTTP/1.0, which health checks still use, has no Host. Code that needs the caller's own
    // address reads the header.
    hostname: "localhost",
    errorHandler: endFailedAnswer,
  });
  const answerRoute = (request: IncomingMessage, response: ServerResponse) => {
    const { method = "", url = "" } = request;
    const answerCall = front.findCall(method, url);
    const answered = answerCall
      ? answerIncoming(answerCall, request, response)
      : front.findStream(method, url)?.(request, response);
    if (answered === undefined) return void answerApi(request, response);
    void answered.catch((error: unknown) => endFailedPage(response, error));
  };
  return createServer({ keepAliveTimeout: IDLE_MS_MAX }, (request, response) => {
    closeWithConnection(request.socket, response);
    markAddress(request);
    for (const { key, value } of ofEveryAnswer) response.setHeader(key, value);
    const target = request.url ?? "";
    const isOfFront = front.takes(target);
    const refusal = isPathReadable(target) ? refusalOfPage(request, isOfFront) : REFUSALS.badRequest;
    const isOfNext = !isOfFront && refusal === null;
    // Pages of Next must never be framed, so the URL's query does not influence their headers.
    for (const { key, value } of isOfNext ? SECURITY_HEADERS : securityHeadersOf(target))
      response.setHeader(key, value);
    if (isOfNext) return void answerPage(request, response).catch((error: unknown) => endFailedPage(response, error));
    if (refusal !== null) return endRefused(response, refusal);
    answerRoute(request, response);
  });
}

/** The responses that wait on a connection for others to end. */
const waiting = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Has a response `close` with its connection while it waits for responses to earlier requests: Node
 * tells only the one that is being written, and whoever made another would never stop.
 */
function closeWithConnection(socket: Socket, response: ServerResponse): void {
  if (response.socket !== null) return;
  const known = waiting.get(socket);
  const responses = known ?? new Set();
  if (known === undefined) {
    waiting.set(socket, responses);
    socket.once("close", () => {
      // Those with a socket have had their turn, and Node tells them.
      for (const one of responses) if (one.socket === null && !one.destroyed) one.destroy().emit("close");
    });
  }
  responses.add(response);
  response.once("close", () => responses.delete(response));
}

/**
 * Pages are read-only and take no body. Next would buffer up to 10 MB of a body per request before
 * our code sees it. Paths below `/api/` enforce their own limits.
 */
function refusalOfPage({ method = "", headers, url = "" }: IncomingMessage, isOfFront: boolean): Refusal | null {
  if (isOfFront || url.startsWith("/api/")) return null;
  if (!READS.has(method)) return REFUSALS.notAllowed;
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? "0") !== 0;
  return hasBody ? REFUSALS.badRequest : null;
}

/**
 * Whether a target's path has valid percent escapes: Next and our path decoding would fail
 * otherwise.
 */
function isPathReadable(target: string): boolean {
  try {
    decodeURIComponent(target.split("?", 1)[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

/** Closes the connection instead of waiting for the rest of the body. */
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
 * A request from which no URL can be built, for example because of its host; or a handler that
 * threw.
 */
function endFailedAnswer(error: unknown): Response {
  if (error instanceof Error && error.name === "RequestError")
    return Response.json({ state: 1, message: REFUSALS.badRequest.message }, { status: 400 });
  log().error({ err: error }, "a route failed");
  return Response.json({ state: 1, message: "Server error" }, { status: 500 });
}

/**
 * Next throws for request targets that are not URLs (`*`, `http://[`): otherwise each would be an
 * unhandled rejection.
 */
function endFailedPage(response: ServerResponse, error: unknown): void {
  log().error({ err: error }, "a page or call failed");
  if (!response.headersSent) response.statusCode = 500;
  if (!response.writableEnded) response.end();
}

/**
 * Until the returned function is called, the server answers `/healthz` as always, a browser that
 * asks for a page with `page`, and everything else with 503. `page` must not use the database.
 */
export function holdBack(server: Server, page: (request: Request) => Promise<Response>): () => void {
  const [answer] = server.listeners("request") as RequestListener[];
  invariant(answer, "the server answers requests");
  const answerPage = getRequestListener(page, { overrideGlobalObjects: false, errorHandler: endFailedAnswer });
  const refuse: RequestListener = (request, response) => {
    if (request.url === "/healthz") return answer(request, response);
    const isOfBrowser = request.method === "GET" && request.headers.accept?.includes("text/html") === true;
    if (!isOfBrowser) return endRefused(response, REFUSALS.heldBack);
    response.setHeaders(new Map(Object.entries(REFUSALS.heldBack.headers)));
    void answerPage(request, response);
  };
  server.off("request", answer).on("request", refuse);
  return () => void server.off("request", refuse).on("request", answer);
}

/**
 * How soon after `close` a newly idle connection is closed: Node itself closes only those idle at
 * that time.
 */
const CLOSE_IDLE_MS = 100;

/** Closes each connection with its next response. */
function closeWithResponses(server: Server): void {
  server.prependListener("request", (_request, response) => {
    response.shouldKeepAlive = false;
  });
}

/**
 * Stops accepting connections and completes requests in progress. A busy connection is closed with
 * its next response, an idle one after its last. Aborts whatever is open after `msMax`, because
 * after `close` Node no longer times out unfinished requests.
 */
export async function closeGently(server: Server, msMax = CLOSE_MS_MAX): Promise<void> {
  closeWithResponses(server);
  const timer = setTimeout(() => server.closeAllConnections(), msMax);
  const idleTimer = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearTimeout(timer);
  clearInterval(idleTimer);
}

/**
 * Accepts no more connections and answers for `ms` on those that there are, each of which is closed
 * with its next response: a process that another one replaces loses no request by closing one that
 * looks idle, or by ending while one is handed to it.
 */
export async function retire(server: Server, ms = RETIRE_MS): Promise<void> {
  closeWithResponses(server);
  // Not that of HTTP servers, which closes idle connections as well.
  NetServer.prototype.close.call(server);
  await pause(ms);
}

/**
 * On SIGINT or SIGTERM: ends the streams of open pages, closes the server gracefully, sends what is
 * left of the traces, and exits with the signal's status. On SIGHUP: as on SIGTERM. On SIGUSR2: the
 * same, after it has retired.
 */
export function stopAtSignals(server: Server, closePages: () => Promise<void>): void {
  let isStopping = false;
  const stop = (signal: keyof typeof EXIT_CODES) => {
    if (isStopping) return;
    isStopping = true;
    void Promise.all([closePageStreams(), closeGently(server)])
      .then(() => Promise.all([closePages(), stopTracing()]))
      .finally(() => process.exit(EXIT_CODES[signal]));
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  // A reload of a single process; its supervisor starts another one.
  process.on("SIGHUP", () => stop("SIGTERM"));
  process.on("SIGUSR2", () => void retire(server).then(() => stop("SIGTERM")));
}
