import { setTimeout as pause } from "node:timers/promises";

type Waiting<Value> = {
  readonly key: string;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
};

/** Callers who were served together come back one after the other. */
const GATHER_MS = 20;

/**
 * A function of one key whose calls are carried out together, one run at a time: calls that arrive
 * while a run is under way wait for the next one, which takes at most `max` of them. A call that
 * finds nothing under way starts at once, or while `isBusy` a moment later, with others. `run` gets
 * distinct keys and returns a function that knows the value of each; if it throws, all its calls
 * fail.
 */
export function collectCalls<Value>(
  run: (keys: readonly string[]) => Promise<(key: string) => Value>,
  max: number,
  isBusy: () => boolean = () => false,
): (key: string) => Promise<Value> {
  const waiting: Waiting<Value>[] = [];
  let isRunning = false;
  const runAll = async () => {
    isRunning = true;
    if (isBusy()) await pause(GATHER_MS);
    while (waiting.length > 0) {
      const calls = waiting.splice(0, max);
      await run([...new Set(calls.map(({ key }) => key))]).then(
        (find) => {
          for (const { key, resolve } of calls) resolve(find(key));
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
