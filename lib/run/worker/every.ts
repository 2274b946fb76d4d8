import { withTimeLimit } from "@/lib/chains/limits";
import { assertClock } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";

/** A rare task that failed must not wait for an hour. */
const RETRY_MS_MAX = 10_000;

/**
 * Repeats a task with a pause in between until the worker stops. A failure is logged and does not
 * end it. Nothing is done while this process's clock is wrong: tasks delete what is over.
 */
export function every(
  name: string,
  pauseMs: number,
  signal: AbortSignal,
  work: () => Promise<unknown>,
  retryMsMax = RETRY_MS_MAX,
): Promise<void> {
  const timely = async () => {
    await assertClock();
    return work();
  };
  return repeat(name, pauseMs, signal, timely, retryMsMax);
}

/** Does the same whatever the clock says. */
export async function repeat(
  name: string,
  pauseMs: number,
  signal: AbortSignal,
  work: () => Promise<unknown>,
  retryMsMax = RETRY_MS_MAX,
): Promise<void> {
  while (!signal.aborted) {
    let nextMs = pauseMs;
    try {
      await work();
    } catch (error) {
      nextMs = Math.min(pauseMs, retryMsMax);
      if (!signal.aborted) log().error({ task: name, err: error }, "a periodic task failed");
    }
    await pause(nextMs, signal);
  }
}

/**
 * A round queries nodes for several things, each with its own time limit; this limits their total.
 */
export const ROUND_MS_MAX = 60_000;

type Named = { readonly network: { readonly code: string } };

/**
 * Repeats a task on every network, with a pause in between, until the worker stops. No network
 * waits for the nodes of another one, and a round blocked by nodes is aborted after `limitMs`; the
 * next one begins after a pause.
 */
export async function eachNetwork<Open extends Named>(
  task: { readonly name: string; readonly pauseMs: number; readonly limitMs?: number },
  networks: readonly Open[],
  signal: AbortSignal,
  work: (open: Open, signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const { name, pauseMs, limitMs = ROUND_MS_MAX } = task;
  await Promise.all(
    networks.map((open) =>
      every(`${name} ${open.network.code}`, pauseMs, signal, () =>
        withTimeLimit(limitMs, signal, (limited) => work(open, limited)),
      ),
    ),
  );
}

/** Waits, but never beyond the signal; does not throw. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener("abort", finish);
  });
}

/*
 * Play money should visibly move, and its nodes serve this gateway alone: a sandbox is polled more
 * often than real networks. All pacing of this kind calls this function, so that a measurement can
 * run sandbox chains at the pace of real ones.
 */

export const hasPlayPace = ({ isSandbox }: Pick<CatalogNetwork, "isSandbox">): boolean => isSandbox;

/** For tasks that concern all networks, or none. */
export const isPlayInstallation = (): boolean => env().SANDBOX;
