import { setTimeout as pause } from "node:timers/promises";

type Waiting = { readonly key: string; readonly resolve: () => void; readonly reject: (error: unknown) => void };

/** Whoever was waited for by several calls asks for the next ones only now, one after the other. */
const GATHER_MS = 20;

/**
 * A function of one key whose calls are carried out together, one run at a time: calls that arrive
 * while a run is under way wait for the next one, which takes at most `max` of them. A call that
 * finds nothing under way starts at once. `run` gets distinct keys and returns the failures among
 * them.
 */
export function collectCalls(
  run: (keys: readonly string[]) => Promise<ReadonlyMap<string, unknown>>,
  max: number,
): (key: string) => Promise<void> {
  const waiting: Waiting[] = [];
  let isRunning = false;
  const runAll = async () => {
    isRunning = true;
    while (waiting.length > 0) {
      const calls = waiting.splice(0, max);
      await run([...new Set(calls.map(({ key }) => key))]).then(
        (failures) => {
          for (const { key, resolve, reject } of calls) {
            if (failures.has(key)) reject(failures.get(key));
            else resolve();
          }
        },
        (error: unknown) => {
          for (const { reject } of calls) reject(error);
        },
      );
      if (calls.length > 1 && waiting.length < max) await pause(GATHER_MS);
    }
    isRunning = false;
  };
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (!isRunning) void runAll();
    });
}
