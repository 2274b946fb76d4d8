import { setTimeout as pause } from "node:timers/promises";

type Waiting<Item, Value> = {
  readonly item: Item;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
};

type CollectOptions = {
  /** Of one run. */
  readonly max: number;
  /** While true, a call waits a moment for others even if no run is under way. */
  readonly isBusy?: () => boolean;
};

/** Callers that were served together call again one after the other. */
const GATHER_MS = 20;

/**
 * A function whose calls are carried out together, one run at a time: calls that arrive while a run
 * is under way wait for the next one. A call that finds nothing under way starts at once. `run`
 * returns a value for each item in order; if it throws, all its calls fail.
 */
export function collectCalls<Item, Value>(
  run: (items: readonly Item[]) => Promise<readonly Value[]>,
  { max, isBusy = () => false }: CollectOptions,
): (item: Item) => Promise<Value> {
  const waiting: Waiting<Item, Value>[] = [];
  let isRunning = false;
  const runAll = async () => {
    isRunning = true;
    if (isBusy()) await pause(GATHER_MS);
    while (waiting.length > 0) {
      const calls = waiting.splice(0, max);
      await run(calls.map(({ item }) => item)).then(
        (values) => {
          for (const [index, { resolve }] of calls.entries()) resolve(values[index] as Value);
        },
        (error: unknown) => {
          for (const { reject } of calls) reject(error);
        },
      );
      if (calls.length > 1 && waiting.length < max) await pause(GATHER_MS);
    }
    isRunning = false;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isRunning) void runAll();
    });
}
