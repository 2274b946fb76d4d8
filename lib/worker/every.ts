import { log } from "@/lib/log";
import { pause } from "@/lib/worker/pause";

/** Something rare that failed is not left alone for an hour. */
const RETRY_MS_MAX = 10_000;

/** Repeats something with a pause in between until the worker stops. One failure is logged and does not end it. */
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
