/** Heartbeats come every 15 seconds: two missing ones mean a dead connection. */
const SILENT_MS = 40_000;
const AGAIN_MS = 60_000;
const HIDDEN_MS = 60_000;
/**
 * Over HTTP/1.1 a browser has six connections to a site for all its tabs: a hidden tab must not
 * occupy one.
 */
const HIDDEN_MS_SCARCE = 3_000;

export type StreamListener = {
  readonly onUpdate: (text: string) => void;
  /** The stream is alive, or is not any longer: polling may stop, or must begin. */
  readonly onLife: () => void;
};

let source: EventSource | null = null;
let lastEventAt = Number.NEGATIVE_INFINITY;
let again = 0;
let closing = 0;
let silence = 0;

/**
 * Listens to the server's stream while the page is visible, if the browser supports it and the page
 * has one.
 */
export function startStream(path: () => string, listener: StreamListener): void {
  if (!("EventSource" in window) || path() === "") return;
  const follow = () => {
    clearTimeout(closing);
    if (!document.hidden) open(path, listener);
    else closing = window.setTimeout(() => close(listener), isMultiplexed() ? HIDDEN_MS : HIDDEN_MS_SCARCE);
  };
  document.addEventListener("visibilitychange", follow);
  follow();
}

/** Returns whether the server currently pushes changes. */
export function isStreaming(): boolean {
  return performance.now() - lastEventAt < SILENT_MS;
}

function open(path: () => string, listener: StreamListener): void {
  clearTimeout(again);
  if (source !== null) return;
  const opened = new EventSource(path());
  source = opened;
  const onEvent = () => {
    lastEventAt = performance.now();
    clearTimeout(silence);
    silence = window.setTimeout(lose, SILENT_MS);
    listener.onLife();
  };
  const lose = () => {
    close(listener);
    again = window.setTimeout(() => {
      if (!document.hidden) open(path, listener);
    }, AGAIN_MS);
  };
  opened.onmessage = ({ data }) => {
    onEvent();
    listener.onUpdate(String(data));
  };
  opened.addEventListener("beat", onEvent);
  // The stream has ended, and this tab need not reconnect before it is visible again.
  opened.addEventListener("bye", () => close(listener));
  opened.onerror = () => {
    // Cut: the browser reconnects automatically. Refused: it does not.
    if (opened.readyState === EventSource.CLOSED) lose();
    else reset(listener);
  };
}

function close(listener: StreamListener): void {
  source?.close();
  source = null;
  reset(listener);
}

function reset(listener: StreamListener): void {
  clearTimeout(silence);
  lastEventAt = Number.NEGATIVE_INFINITY;
  listener.onLife();
}

function isMultiplexed(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return /^h[23]/.test(String((entry as PerformanceNavigationTiming | undefined)?.nextHopProtocol));
}
