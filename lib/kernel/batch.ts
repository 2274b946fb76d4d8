import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";

/** Loads the values of many keys by few statements, in the order of the keys. */
type Load<Key, Value> = (tx: Tx, keys: readonly Key[]) => Promise<readonly Value[]>;

type Waiting = { readonly key: unknown; readonly resolve: (value: unknown) => void };

type Calls = { readonly turn: number; readonly waiting: Waiting[] };

/** Tasks that share a transaction. Exactly one of them runs at a time. */
class Batch {
  readonly #calls = new Map<Load<never, unknown>, Calls>();
  #turn: { readonly end: () => void; readonly fail: (error: unknown) => void } | null = null;
  #failure: { readonly error: unknown } | null = null;

  /** Lets one task run until it waits for a batched call or ends. @throws what a task threw */
  async turn(go: () => void): Promise<void> {
    this.assertSound();
    await new Promise<void>((resolve, reject) => {
      this.#turn = { end: resolve, fail: reject };
      go();
    });
  }

  assertSound(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }

  end(): void {
    this.#turn?.end();
    this.#turn = null;
  }

  fail(error: unknown): void {
    // A task may also fail while it waits.
    this.#failure ??= { error };
    this.#turn?.fail(error);
  }

  wait(load: Load<never, unknown>, turn: number, key: unknown): Promise<unknown> {
    // Also where the task catches it: it no longer runs alone.
    if (this.#turn === null) this.fail(new Error("a task of a batch waits for one batched call at a time"));
    this.assertSound();
    return new Promise((resolve) => {
      const calls = this.#calls.get(load) ?? { turn, waiting: [] };
      calls.waiting.push({ key, resolve });
      this.#calls.set(load, calls);
      this.end();
    });
  }

  /** Makes the calls of the lowest turn that tasks wait for. Returns how each task goes on. */
  async load(tx: Tx): Promise<(() => void)[]> {
    const turn = Math.min(...[...this.#calls.values()].map((calls) => calls.turn));
    const due = [...this.#calls].filter(([, calls]) => calls.turn === turn);
    const next: (() => void)[] = [];
    for (const [load, { waiting }] of due) {
      this.#calls.delete(load);
      const values = await load(
        tx,
        waiting.map(({ key }) => key as never),
      );
      invariant(values.length === waiting.length, "a batched call has a value for each key");
      waiting.forEach(({ resolve }, index) => {
        next.push(() => resolve(values[index]));
      });
    }
    return next;
  }
}

const batches = new WeakMap<Tx, Batch>();

/**
 * A function of one key that tasks of a batch call together: `load` gets the keys of all of them.
 * Outside of a batch it loads its one key at once.
 *
 * Between two batched calls a task runs alone. So a decision that follows from what others change
 * as well, such as a balance, must be read and acted on without a batched call in between.
 *
 * @param turn of calls that lock what other transactions lock as well: they are made only when no
 *   task waits for a call of a lower turn, so all tasks lock in one order
 */
export function batched<Key, Value>(
  load: Load<Key, Value>,
  { turn = 0 }: { readonly turn?: number } = {},
): (tx: Tx, key: Key) => Promise<Value> {
  return async (tx, key) => {
    const batch = batches.get(tx);
    if (batch !== undefined) return (await batch.wait(load as Load<never, unknown>, turn, key)) as Value;
    const [value] = await load(tx, [key]);
    return value as Value;
  };
}

/** Whether tasks share this transaction. */
export function isInBatch(tx: Tx): boolean {
  return batches.has(tx);
}

/**
 * Runs tasks in one transaction, whose batched calls are made together. Returns their results in
 * order.
 * @throws what the first task throws that fails; the others are abandoned, and the caller rolls the
 *   transaction back
 */
export async function runBatch<Result>(tx: Tx, tasks: readonly (() => Promise<Result>)[]): Promise<Result[]> {
  invariant(!batches.has(tx), "a transaction has one batch at a time");
  const batch = new Batch();
  batches.set(tx, batch);
  const results = new Map<number, Result>();
  let next = tasks.map((task, index) => () => {
    task().then(
      (result) => {
        results.set(index, result);
        batch.end();
      },
      (error: unknown) => batch.fail(error),
    );
  });
  try {
    while (next.length > 0) {
      for (const go of next) await batch.turn(go);
      next = await batch.load(tx);
    }
    batch.assertSound();
    return tasks.map((_, index) => results.get(index) as Result);
  } finally {
    batches.delete(tx);
  }
}

/** Rows by the key that they belong to, for each of the keys in order. */
export function rowsOf<Row>(
  keys: readonly string[],
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): readonly (readonly Row[])[] {
  const byKey = new Map<string, Row[]>();
  for (const row of rows) {
    const those = byKey.get(keyOf(row));
    if (those) those.push(row);
    else byKey.set(keyOf(row), [row]);
  }
  return keys.map((key) => byKey.get(key) ?? []);
}
