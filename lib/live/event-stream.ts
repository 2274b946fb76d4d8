export const BEAT_MS = 15_000;
/** Some minutes of heartbeats that nobody has read. */
const WAITING_MAX = 32;
/** When a browser comes back after a stream was cut; spread, so that a restart does not meet all of them at once. */
const RETRY_MS = 2_000;
const RETRY_SPREAD_MS = 2_000;

export type StreamEvent = {
  /** Null for the event that browsers call `message`. */
  readonly name: string | null;
  /** One line. */
  readonly data: string;
};

/** Server-sent events (HTML standard, 9.2), as the body of one answer. */
export type EventStream = {
  readonly body: ReadableStream<Uint8Array>;
  readonly send: (event: StreamEvent) => void;
  readonly end: () => void;
};

/**
 * Opens a stream. `onEnd` is called once: when `end` was called, when the reader has gone, or when it has not read for so long that
 * events pile up. A heartbeat `beat` goes out every 15 seconds; it is an event and not a comment, because scripts see no comments, and
 * have to know whether a silent stream is still there.
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
