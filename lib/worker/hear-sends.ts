import pg from "pg";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { SENDS_CHANNEL } from "@/lib/sends/repo";
import { pause } from "@/lib/worker/pause";

const RETRY_MS = 3_000;
const KEEP_ALIVE_MS = 10_000;

export type SendWakeUps = {
  /** Waits until something is queued on the network, or this long. */
  readonly wait: (networkCode: string, limitMs: number, signal: AbortSignal) => Promise<void>;
  /** After the signal. */
  readonly ended: Promise<void>;
};

/** Hears of queued sends on a connection of its own. What is missed while that is down is found by the next regular look. */
export function hearSends(signal: AbortSignal): SendWakeUps {
  const sleepers = new Map<string, Set<() => void>>();
  const heard = new Set<string>();
  const wake = (networkCode: string) => {
    heard.add(networkCode);
    for (const wakeUp of sleepers.get(networkCode) ?? []) wakeUp();
  };
  return {
    ended: listen(wake, signal),
    async wait(networkCode, limitMs, stopped) {
      // What was queued while the last step ran.
      if (!heard.delete(networkCode)) await sleep(sleepers, networkCode, limitMs, stopped);
      heard.delete(networkCode);
    },
  };
}

async function sleep(
  sleepers: Map<string, Set<() => void>>,
  networkCode: string,
  limitMs: number,
  stopped: AbortSignal,
): Promise<void> {
  const woken = new AbortController();
  const wakeUp = () => woken.abort();
  const own = sleepers.get(networkCode) ?? new Set();
  sleepers.set(networkCode, own.add(wakeUp));
  stopped.addEventListener("abort", wakeUp, { once: true });
  if (stopped.aborted) wakeUp();
  await pause(limitMs, woken.signal);
  stopped.removeEventListener("abort", wakeUp);
  own.delete(wakeUp);
}

async function listen(wake: (networkCode: string) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const client = new pg.Client({
      connectionString: env().DATABASE_URL,
      application_name: `chaintill sends ${process.pid}`,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    try {
      await client.connect();
      client.on("notification", ({ payload }) => wake(payload ?? ""));
      await client.query(`LISTEN ${SENDS_CHANNEL}`);
      await untilLost(client, signal);
    } catch (error) {
      if (!signal.aborted) log().warn({ err: error }, "queued sends are not heard of, and looked for instead");
    } finally {
      await client.end().catch(() => undefined);
    }
    if (!signal.aborted) await pause(RETRY_MS, signal);
  }
}

function untilLost(client: pg.Client, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    client.on("error", () => resolve());
    client.on("end", () => resolve());
    signal.addEventListener("abort", () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
}
