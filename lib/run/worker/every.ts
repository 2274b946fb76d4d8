import { withTimeLimit } from "@/lib/chains/limits";
import { env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import type { CatalogNetwork } from "@/lib/pricing/catalog/catalog-types";

/** Something rare that failed is not left alone for an hour. */
const RETRY_MS_MAX = 10_000;

/**
 * Repeats something with a pause in between until the worker stops. One failure is logged and does
 * not end it.
 */
export async function every(
  name: string,
  pauseMs: number,
  signal: AbortSignal,
  work: () => Promise<unknown>,
): Promise<void> {
  while (!signal.aborted) {
    let nextMs = pauseMs;
    try {
      await work();
    } catch (error) {
      nextMs = Math.min(pauseMs, RETRY_MS_MAX);
      if (!signal.aborted) log().error({ task: name, err: error }, "a periodic task failed");
    }
    await pause(nextMs, signal);
  }
}

/**
 * A round asks nodes for several things, each with a limit of its own; all of them together never
 * take longer.
 */
export const ROUND_MS_MAX = 60_000;

type Named = { readonly network: { readonly code: string } };

/**
 * Repeats something on every network, with a pause in between, until the worker stops. No network
 * waits for the nodes of another one, and a round that nodes keep waiting is given up after
 * `limitMs`; the next one begins after a pause.
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

/** Waits, but never longer than until the signal; does not throw. */
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
 * Play money is to be seen moving, and its nodes are ours alone: a sandbox is looked at more often
 * than real networks are. What is paced so asks here and nowhere else, so that a measurement can
 * run sandbox chains at the pace of real ones.
 */

export const hasPlayPace = ({ isSandbox }: Pick<CatalogNetwork, "isSandbox">): boolean => isSandbox;

/** Of what goes through all networks, or is about none. */
export const isPlayInstallation = (): boolean => env().SANDBOX;
