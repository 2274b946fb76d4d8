import { RequestFailure } from "@/lib/fronts/client/fetch-json";

/** A request on a bad connection may never end by itself. */
const PATIENCE_MS = 15_000;
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000] as const;
const NO_ANSWER = "The server does not respond.";
/** Answers that say nothing about the request: signed out, too slow, too often. */
const SAYS_NOTHING: readonly number[] = [401, 408, 429];

type Outcome = {
  /** The server has refused the request: repeating it would not help. */
  readonly onRefused: (why: string) => void;
  /** After each attempt without an answer. */
  readonly onFailed: (why: string) => void;
};

/**
 * Repeats a request until the server has answered it: at once when the browser is online again, and
 * after growing pauses. `attempt` returns what to do with the answer. Returns how to stop, after
 * which nothing is called any more.
 */
export function sendUntilAnswered(
  attempt: (signal: AbortSignal) => Promise<() => void>,
  { onRefused, onFailed }: Outcome,
): () => void {
  let isOver = false;
  let failures = 0;
  let request: AbortController | null = null;
  let pause: ReturnType<typeof setTimeout> | undefined;

  const fail = (error: unknown) => {
    if (isAnswer(error)) return onRefused(error.message);
    failures += 1;
    onFailed(error instanceof RequestFailure && error.status !== 0 ? error.message : NO_ANSWER);
    pause = setTimeout(run, PAUSES_MS[Math.min(failures, PAUSES_MS.length) - 1]);
  };
  const run = () => {
    if (isOver || request !== null) return;
    clearTimeout(pause);
    const own = new AbortController();
    request = own;
    const patience = setTimeout(() => own.abort(), PATIENCE_MS);
    const ended = (then: () => void) => {
      clearTimeout(patience);
      request = null;
      if (!isOver) then();
    };
    attempt(own.signal).then(
      (finish) => ended(finish),
      (error: unknown) => ended(() => fail(error)),
    );
  };

  window.addEventListener("online", run);
  run();
  return () => {
    isOver = true;
    request?.abort();
    clearTimeout(pause);
    window.removeEventListener("online", run);
  };
}

function isAnswer(error: unknown): error is RequestFailure {
  if (!(error instanceof RequestFailure)) return false;
  return error.status >= 400 && error.status < 500 && !SAYS_NOTHING.includes(error.status);
}
