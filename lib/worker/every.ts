import { log } from "@/lib/log";
import { pause } from "@/lib/worker/pause";

/** Repeats something with a pause in between until the worker stops. One failure is logged and does not end it. */
export async function every(
  name: string,
  pauseMs: number,
  signal: AbortSignal,
  work: () => Promise<unknown>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await work();
    } catch (error) {
      if (!signal.aborted) log().error({ task: name, err: error }, "a periodic task failed");
    }
    await pause(pauseMs, signal);
  }
}
