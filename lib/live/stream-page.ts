import { countedAddress, waitForPage } from "@/lib/http/address-limits";
import { type EventStream, openEventStream } from "@/lib/live/event-stream";
import type { PageFeed, PageState } from "@/lib/live/page-feed";
import { pagePlaces } from "@/lib/live/page-places";
import type { StreamPlace } from "@/lib/live/stream-places";
import { log } from "@/lib/log";

/** A page whose payment is over is still news for a while: somebody may refund it. After that an idle tab holds no connection. */
const FINAL_MS = 600_000;
const RETRY_AFTER_S = "30";

/** `no-transform` keeps proxies, and Next's own compression, from gathering events; nginx asks for the last one. */
const STREAM_HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow",
} as const;

export type PageStreamOptions<State extends PageState> = {
  readonly feed: PageFeed<State>;
  readonly id: string;
  /** What is told of a state: JSON, on one line. */
  readonly tell: (state: State) => string;
  readonly finalMs?: number;
};

/**
 * Answers with a stream of what a page shows: its present state at once, then each state with another key. Some time after the state
 * became final an event `bye` says that the stream ends and need not be opened again. 404 for a page that does not exist, which takes no
 * place and begins nothing; 429 where the client's address has its share, 503 where too many listen or the state cannot be read: the page
 * asks by itself then. `Last-Event-ID` is of no use here and not read.
 */
export async function streamPage<State extends PageState>(
  request: Request,
  options: PageStreamOptions<State>,
): Promise<Response> {
  const { feed, id } = options;
  if (request.method === "HEAD") return new Response(null, { headers: STREAM_HEADERS });
  if (waitForPage(request, "look") > 0) return later(429);
  try {
    if (!(await feed.exists(id))) return refusal(404);
    const place = pagePlaces.take(id, countedAddress(request.headers));
    if (typeof place === "string") return later(place === "full" ? 503 : 429);
    return await openStream(request, options, place);
  } catch (error) {
    log().error({ err: error, id }, "a page cannot be followed");
    return later(503);
  }
}

/** @throws what the first look throws; the place is free again then */
async function openStream<State extends PageState>(
  request: Request,
  { feed, id, tell, finalMs = FINAL_MS }: PageStreamOptions<State>,
  place: StreamPlace,
): Promise<Response> {
  let unfollow: (() => void) | null = null;
  let isEnded = false;
  const goodbye = sayGoodbye(finalMs);
  const stream = openEventStream(() => {
    isEnded = true;
    goodbye.forget();
    request.signal.removeEventListener("abort", stream.end);
    unfollow?.();
    place.leave();
  });
  request.signal.addEventListener("abort", stream.end);
  try {
    unfollow = await feed.follow(id, (state) => {
      stream.send({ name: null, data: tell(state) });
      goodbye.plan(state.isFinal ? stream : null);
    });
  } catch (error) {
    stream.end();
    throw error;
  }
  if (unfollow === null) {
    stream.end();
    return refusal(404);
  }
  // The reader left, or the process began to end, while the page was looked up.
  if (isEnded) unfollow();
  else place.whenClosing(stream.end);
  if (request.signal.aborted) stream.end();
  return new Response(stream.body, { headers: STREAM_HEADERS });
}

function sayGoodbye(finalMs: number) {
  let timer: NodeJS.Timeout | undefined;
  return {
    forget: () => clearTimeout(timer),
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

function later(status: 429 | 503): Response {
  return refusal(status, { "Retry-After": RETRY_AFTER_S });
}

function refusal(status: number, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status, headers: { "Cache-Control": "no-store", ...headers } });
}
