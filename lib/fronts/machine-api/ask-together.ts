import { setImmediate as nextTurn } from "node:timers/promises";

type Batch<Key, Answer> = { readonly keys: Set<Key>; readonly answers: Promise<ReadonlyMap<Key, Answer>> };

/**
 * Makes a look-up out of one for many keys, that asks once for all keys of one turn of the event loop. Nothing is kept: `ask` begins when
 * every caller of its turn has called, so no answer is older than the question.
 */
export function askTogether<Key, Answer>(
  ask: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>,
): (key: Key) => Promise<Answer | null> {
  let batch: Batch<Key, Answer> | undefined;
  const begin = (): Batch<Key, Answer> => {
    const keys = new Set<Key>();
    const answers = nextTurn().then(() => {
      batch = undefined;
      return ask([...keys]);
    });
    return { keys, answers };
  };
  return async (key) => {
    batch ??= begin();
    batch.keys.add(key);
    return (await batch.answers).get(key) ?? null;
  };
}
