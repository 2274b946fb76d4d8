import type { PageFeed, PageState } from "@/lib/delivery/live/page-feed";
import { pagePlaces } from "@/lib/delivery/live/page-hub";
import type { StreamPlace } from "@/lib/delivery/live/stream-places";
import { countedAddress, waitForPage } from "@/lib/kernel/http/address-limits";
import { log } from "@/lib/kernel/log";

export const BEAT_MS = 15_000;
/** A few minutes of unread heartbeats. */
const WAITING_MAX = 32;
/**
 * When a browser reconnects after a stream was cut; spread, so that not all of them reconnect at
 * once after a restart.
 */
const RETRY_MS = 2_000;
const RETRY_SPREAD_MS = 2_000;

export type StreamEvent = {
  /** Null for the event that browsers call `message`. */
  readonly name: string | null;
  /** A single line. */
  readonly data: string;
};

/** Server-sent events (HTML standard, 9.2), as the body of one response. */
export type EventStream = {
  readonly body: ReadableStream<Uint8Array>;
  readonly send: (event: StreamEvent) => void;
  readonly end: () => void;
};

/**
 * Opens a stream. `onEnd` is called once: when `end` was called, when the reader has gone, or when
 * it has not read for so long that events pile up. A heartbeat event `beat` is sent every 15
 * seconds; it is an event and not a comment, because scripts see no comments and must know whether
 * a silent stream is still alive.
 */
export function openEventStream(onEnd: () => void, waitingMax: number = WAITING_MAX): EventStream {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  const finish = (): typeof controller => {
    const open = controller;
    controller = null;
    clearInterval(beat);
    if (open !== null) onEnd();
    return open;
  };
  const write = (text: string) => {
    if (controller === null) return;
    if ((controller.desiredSize ?? 0) < -waitingMax) finish()?.error(new Error("nobody reads this stream"));
    else controller.enqueue(encoder.encode(text));
  };
  const send = ({ name, data }: StreamEvent) => write(`${name === null ? "" : `event: ${name}\n`}data: ${data}\n\n`);
  const beat = setInterval(() => send({ name: "beat", data: "1" }), BEAT_MS).unref();
  const body = new ReadableStream<Uint8Array>({
    start: (opened) => {
      controller = opened;
    },
    cancel: () => void finish(),
  });
  write(`retry: ${RETRY_MS + Math.round(Math.random() * RETRY_SPREAD_MS)}\n\n`);
  return { body, send, end: () => finish()?.close() };
}

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

export type PageStreamOptions<State extends PageState> = {
  readonly feed: PageFeed<State>;
  readonly id: string;
  /** The message for a state: JSON, on one line. */
  readonly toBody: (state: State) => string;
  readonly finalMs?: number;
};

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

/** @throws what the first load throws; the slot is released then */
async function openStream<State extends PageState>(
  request: Request,
  { feed, id, toBody, finalMs = FINAL_MS }: PageStreamOptions<State>,
  place: StreamPlace,
): Promise<Response> {
  let unfollow: (() => void) | null = null;
  let isEnded = false;
  const goodbye = sayGoodbye(finalMs);
  const stream = openEventStream(() => {
    isEnded = true;
    goodbye.cancel();
    request.signal.removeEventListener("abort", stream.end);
    unfollow?.();
    place.leave();
  });
  request.signal.addEventListener("abort", stream.end);
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
    return refusal(404);
  }
  // The reader left, or shutdown began, while the page was loading.
  if (isEnded) unfollow();
  else place.whenClosing(stream.end);
  if (request.signal.aborted) stream.end();
  return new Response(stream.body, { headers: STREAM_HEADERS });
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

function later(status: 429 | 503): Response {
  return refusal(status, { "Retry-After": RETRY_AFTER_S });
}

function refusal(status: number, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status, headers: { "Cache-Control": "no-store", ...headers } });
}
