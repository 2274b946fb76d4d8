import type { ChatOutcome } from "@/lib/people/notifications/chat-call";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/**
 * After a call, events are collected for so long into one message: services allow about one a
 * second, and Telegram 20 a minute in a group.
 */
export const PAUSE_MS = 3 * SECOND_MS;

/** Waits after the first, second, ... failed call in a row; then always the last one. */
const PLAN_MS: readonly number[] = [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, 60 * MINUTE_MS];

/** An event is given up so long after it happened. */
export const GIVE_UP_MS = 24 * 60 * MINUTE_MS;

/** A chat is disabled after so many refused calls in a row: in 43 minutes at the earliest. */
export const REFUSALS_MAX = 5;

type Counts = { readonly failureCount: number; readonly refusalCount: number };

export type ChatDecision = Counts & {
  /** No call before then, except a test. */
  readonly waitMs: number;
  /** What becomes of the events in the message. */
  readonly messages: "sent" | "failed" | "waiting";
  readonly isStopped: boolean;
};

/**
 * Decides what follows from a call that was no test. `Retry-After` can only lengthen the wait, to a
 * day at most. Pure.
 */
export function decideChat({ failureCount, refusalCount }: Counts, outcome: ChatOutcome): ChatDecision {
  const planned = PLAN_MS[failureCount] ?? PLAN_MS.at(-1) ?? PAUSE_MS;
  const refusals = refusalCount + 1;
  const isStopped = refusals >= REFUSALS_MAX;
  switch (outcome.kind) {
    case "sent":
      return { failureCount: 0, refusalCount: 0, waitMs: PAUSE_MS, messages: "sent", isStopped: false };
    case "failed": {
      const waitMs = Math.min(Math.max(planned, outcome.retryAfterMs ?? 0), GIVE_UP_MS);
      return { failureCount: failureCount + 1, refusalCount, waitMs, messages: "waiting", isStopped: false };
    }
    case "refused": {
      const messages = isStopped ? "failed" : "waiting";
      return { failureCount: failureCount + 1, refusalCount: refusals, waitMs: planned, messages, isStopped };
    }
    case "rejected":
      // Another message may be accepted.
      return { failureCount, refusalCount: refusals, waitMs: PAUSE_MS, messages: "failed", isStopped };
  }
}
