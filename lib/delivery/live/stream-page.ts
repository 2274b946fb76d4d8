import type { IncomingMessage, ServerResponse } from "node:http";
import { type EventStream, openEventStream, openResponseStream } from "@/lib/delivery/live/event-stream";
import type { PageFeed, PageState } from "@/lib/delivery/live/page-feed";
import { pagePlaces } from "@/lib/delivery/live/page-hub";
import type { StreamPlace } from "@/lib/delivery/live/stream-places";
import { countedAddress, waitForPage } from "@/lib/kernel/http/address-limits";
import { log } from "@/lib/kernel/log";

/**
 * A page whose payment is final may still change for a while: somebody may refund it. After that an
 * idle tab holds no connection.
 */
const FINAL_MS = 600_000;
const RETRY_AFTER_S = "30";

/**
 * `no-transform` keeps proxies and Next's own compression from buffering events; nginx needs the
 * last header.
 */
const STREAM_HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow",
} as const;

/** A request for a stream. */
export type StreamAsk = {
  readonly method: string;
  /** Path with the query string, if any. */
  readonly target: string;
  readonly headers: Pick<Headers, "get">;
};

export type PageStreamOptions<State extends PageState> = {
  readonly feed: PageFeed<State>;
  readonly id: string;
  /** The message for a state: JSON, on one line. */
  readonly toBody: (state: State) => string;
  readonly finalMs?: number;
};

/**
 * Export of a `route.ts`: a plain handler, and one for our own server that writes to its response
 * directly.
 */
export type StreamRoute = ((request: Request) => Promise<Response>) & {
  readonly answerStream: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
};

/** Makes the route of streams whose options follow from the request. */
export function toStreamRoute<State extends PageState>(
  optionsOf: (ask: StreamAsk) => Promise<PageStreamOptions<State>>,
): StreamRoute {
  const route = async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const ask = { method: request.method, target: `${pathname}${search}`, headers: request.headers };
    return await streamPage(request, await optionsOf(ask));
  };
  const answerStream = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = "", url = "", headers: given } = request;
    const headers = { get: (name: string) => given[name.toLowerCase()]?.toString() ?? null };
    const ask = { method, target: url, headers };
    const options = await optionsOf(ask);
    const answer = await answerAsk(ask, options, (onEnd) => openResponseStream(response, onEnd));
    if (response.destroyed) return;
    if (answer.stream !== null) answer.stream.start(answer.headers);
    else response.writeHead(answer.status, answer.headers).end();
  };
  return Object.assign(route, { answerStream });
}

/**
 * Responds with a stream of what a page shows: its current state at once, then each state with
 * another key. Some time after the state became final an event `bye` says that the stream ends and
 * need not be reopened. Responds 404 for a page that does not exist, which takes no slot and starts
 * nothing; 429 if the client's address has used up its share; 503 if too many listen or the state
 * cannot be read: the page then polls. `Last-Event-ID` is useless here and ignored.
 */
export async function streamPage<State extends PageState>(
  request: Request,
  options: PageStreamOptions<State>,
): Promise<Response> {
  const { signal } = request;
  const answer = await answerAsk(request, options, (onEnd) => {
    const stream = openEventStream(() => {
      signal.removeEventListener("abort", stream.end);
      onEnd();
    });
    signal.addEventListener("abort", stream.end);
    return stream;
  });
  if (signal.aborted) answer.stream?.end();
  return new Response(answer.stream?.body ?? null, { status: answer.status, headers: answer.headers });
}

type Answer<Stream> = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Null for a refusal. */
  readonly stream: Stream | null;
};

async function answerAsk<State extends PageState, Stream extends EventStream>(
  ask: Pick<StreamAsk, "method" | "headers">,
  options: PageStreamOptions<State>,
  open: (onEnd: () => void) => Stream,
): Promise<Answer<Stream>> {
  const { feed, id } = options;
  if (ask.method === "HEAD") return { status: 200, headers: STREAM_HEADERS, stream: null };
  if (waitForPage(ask, "look") > 0) return later(429);
  try {
    if (!(await feed.exists(id))) return refusal(404);
    const place = pagePlaces.take(id, countedAddress(ask.headers));
    if (typeof place === "string") return later(place === "full" ? 503 : 429);
    const stream = await openStream(options, place, open);
    return stream === null ? refusal(404) : { status: 200, headers: STREAM_HEADERS, stream };
  } catch (error) {
    log().error({ err: error, id }, "a page cannot be followed");
    return later(503);
  }
}

/** Null for a page that does not exist. @throws what the first load throws; frees the slot then */
async function openStream<State extends PageState, Stream extends EventStream>(
  { feed, id, toBody, finalMs = FINAL_MS }: PageStreamOptions<State>,
  place: StreamPlace,
  open: (onEnd: () => void) => Stream,
): Promise<Stream | null> {
  let unfollow: (() => void) | null = null;
  let isEnded = false;
  const goodbye = sayGoodbye(finalMs);
  const stream = open(() => {
    isEnded = true;
    goodbye.cancel();
    unfollow?.();
    place.leave();
  });
  try {
    unfollow = await feed.follow(id, (state) => {
      stream.send({ name: null, data: toBody(state) });
      goodbye.plan(state.isFinal ? stream : null);
    });
  } catch (error) {
    stream.end();
    throw error;
  }
  if (unfollow === null) {
    stream.end();
    return null;
  }
  // The reader left, or shutdown began, while the page was loading.
  if (isEnded) unfollow();
  else place.whenClosing(stream.end);
  return stream;
}

function sayGoodbye(finalMs: number) {
  let timer: NodeJS.Timeout | undefined;
  return {
    cancel: () => clearTimeout(timer),
    plan: (final: EventStream | null) => {
      clearTimeout(timer);
      if (final === null) return;
      timer = setTimeout(() => {
        final.send({ name: "bye", data: "1" });
        final.end();
      }, finalMs).unref();
    },
  };
}

function later(status: 429 | 503): Answer<never> {
  return refusal(status, { "Retry-After": RETRY_AFTER_S });
}

function refusal(status: number, headers: Readonly<Record<string, string>> = {}): Answer<never> {
  return { status, headers: { "Cache-Control": "no-store", ...headers }, stream: null };
}
