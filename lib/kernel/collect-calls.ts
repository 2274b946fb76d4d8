import { outsideWork } from "@/lib/kernel/work-context";

type Waiting<Item, Value> = {
  readonly item: Item;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
};

type CollectOptions = {
  /** Of one run. */
  readonly max: number;
  /** How many runs are under way at once at most; default: one. */
  readonly lanes?: number;
  /** While true, a call waits a moment for others even if no run is under way. */
  readonly isBusy?: () => boolean;
};

/** Callers that were served together call again one after the other. */
const GATHER_MS = 20;
const pause = () => new Promise<void>((resolve) => setTimeout(resolve, GATHER_MS));

/**
 * A function whose calls are carried out together, one run at a time or in a few lanes: calls that
 * arrive while all of them are taken wait for the next run, in their order. A call that finds a
 * free lane starts at once. `run` returns a value for each item in order; if it throws, all its
 * calls fail. It is part of no request or job (lib/kernel/work-context.ts).
 */
export function collectCalls<Item, Value>(
  run: (items: readonly Item[]) => Promise<readonly Value[]>,
  { max, lanes = 1, isBusy = () => false }: CollectOptions,
): (item: Item) => Promise<Value> {
  const waiting: Waiting<Item, Value>[] = [];
  let taken = 0;
  const runAll = async () => {
    taken += 1;
    if (isBusy()) await pause();
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
      if (calls.length > 1 && waiting.length < max) await pause();
    }
    taken -= 1;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (taken < lanes) void outsideWork(runAll);
    });
}
