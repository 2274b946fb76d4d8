import { setTimeout as pause } from "node:timers/promises";
import { WrongClock } from "@/lib/kernel/clock-guard";
import { sqlState } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { joinInstallation, type ProcessKind, SchemaError } from "@/lib/kernel/running-process";

const RETRY_MS = 1_000;
const SAY_MS = 60_000;

/**
 * What an operator need not mend here: connections (08), resources such as places and disk space
 * (53), a server that starts, stops or was too slow (57), a standby (25006).
 */
const PASSING = /^(08...|53...|57...|25006)$/;
/** Node's own codes, `EPIPE` for example, are none. */
const SQL_STATE = /^[0-9FHPX][0-9A-Z]{4}$/;

/** Returns what must pass before a process can join, or null if it does not pass by itself. */
export function awaited(error: unknown): "the database" | "the right time" | null {
  if (error instanceof WrongClock) return "the right time";
  if (error instanceof SchemaError) return null;
  const state = sqlState(error);
  // PostgreSQL gives every error of its own a state: without one it was not reached.
  const wasReached = state !== null && SQL_STATE.test(state);
  return wasReached && !PASSING.test(state) ? null : "the database";
}

/** `onWait` is called once, before it waits. */
type WaitOptions = {
  readonly onWait?: () => void;
  readonly join?: typeof joinInstallation;
  readonly retryMs?: number;
  readonly sayMs?: number;
};

/**
 * Joins as {@link joinInstallation} does, waiting for a database that does not answer and for the
 * right time: a web process that restarts meanwhile serves again as soon as it can. Logs what it
 * waits for, each minute.
 * @throws SchemaError
 * @throws Error that does not pass by itself: a wrong password, a missing right
 */
export async function joinWhenReachable(
  kind: ProcessKind,
  { onWait, join = joinInstallation, retryMs = RETRY_MS, sayMs = SAY_MS }: WaitOptions = {},
): Promise<{ leave: () => Promise<void> }> {
  const said = { cause: "", at: 0 };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await join(kind);
    } catch (error) {
      const cause = awaited(error);
      if (cause === null) throw error;
      if (attempt === 1) onWait?.();
      if (said.cause !== cause || performance.now() - said.at >= sayMs) {
        Object.assign(said, { cause, at: performance.now() });
        log().error({ err: error }, `waiting for ${cause}`);
      }
      await pause(retryMs);
    }
  }
}
