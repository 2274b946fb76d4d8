/** Beats come every 15 seconds: two that are missing mean that nobody is there. */
const SILENT_MS = 40_000;
const AGAIN_MS = 60_000;
const HIDDEN_MS = 60_000;
/** Over HTTP/1.1 a browser has six connections to a site for all its tabs: one that nobody looks at must not keep one of them. */
const HIDDEN_MS_SCARCE = 3_000;

export type StreamEars = {
  readonly onNews: (text: string) => void;
  /** The stream lives, or does so no longer: who asks by itself may wait, or has to begin. */
  readonly onLife: () => void;
};

let source: EventSource | null = null;
let heardAt = Number.NEGATIVE_INFINITY;
let again = 0;
let closing = 0;
let silence = 0;

/** Listens to what the server tells, where the browser can and the page has a stream, for as long as somebody looks. */
export function startStream(path: () => string, ears: StreamEars): void {
  if (!("EventSource" in window) || path() === "") return;
  const follow = () => {
    clearTimeout(closing);
    if (!document.hidden) open(path, ears);
    else closing = window.setTimeout(() => close(ears), isMultiplexed() ? HIDDEN_MS : HIDDEN_MS_SCARCE);
  };
  document.addEventListener("visibilitychange", follow);
  follow();
}

/** Whether the server tells by itself what changes. */
export function isStreaming(): boolean {
  return performance.now() - heardAt < SILENT_MS;
}

function open(path: () => string, ears: StreamEars): void {
  clearTimeout(again);
  if (source !== null) return;
  const opened = new EventSource(path());
  source = opened;
  const hear = () => {
    heardAt = performance.now();
    clearTimeout(silence);
    silence = window.setTimeout(lose, SILENT_MS);
    ears.onLife();
  };
  const lose = () => {
    close(ears);
    again = window.setTimeout(() => {
      if (!document.hidden) open(path, ears);
    }, AGAIN_MS);
  };
  opened.onmessage = ({ data }) => {
    hear();
    ears.onNews(String(data));
  };
  opened.addEventListener("beat", hear);
  // It is over, and this tab need not come back before somebody looks again.
  opened.addEventListener("bye", () => close(ears));
  opened.onerror = () => {
    // Cut, and the browser opens it again by itself; or refused, and it does not.
    if (opened.readyState === EventSource.CLOSED) lose();
    else forget(ears);
  };
}

function close(ears: StreamEars): void {
  source?.close();
  source = null;
  forget(ears);
}

function forget(ears: StreamEars): void {
  clearTimeout(silence);
  heardAt = Number.NEGATIVE_INFINITY;
  ears.onLife();
}

function isMultiplexed(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return /^h[23]/.test(String((entry as PerformanceNavigationTiming | undefined)?.nextHopProtocol));
}
