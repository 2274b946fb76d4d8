export type CachedRead<Result> = {
  /**
   * Returns the cached result, or reads again if it has expired. Concurrent callers share one
   * read. @throws what the read throws
   */
  readonly get: () => Promise<Result>;
  /** Returns the cached result without reading; undefined if there is none. */
  readonly held: () => Promise<Result> | undefined;
  /**
   * Makes the next call read again, and discards reads in progress: for code that changed the data,
   * and for tests.
   */
  readonly clear: () => void;
};

/**
 * Caches the result of `read` for `forMs` in this process: other processes see a change at most
 * that much later. A failed read is not cached; its waiting callers get the error. Call it before
 * opening a transaction: the read takes its own connection.
 */
export function cachedRead<Result>(read: () => Promise<Result>, forMs: number): CachedRead<Result> {
  let cache: { readonly answer: Promise<Result>; readonly readAt: number } | undefined;
  const held = () => (cache !== undefined && performance.now() - cache.readAt <= forMs ? cache.answer : undefined);
  const begin = () => {
    const begun = { answer: read(), readAt: performance.now() };
    cache = begun;
    begun.answer.catch(() => {
      if (cache === begun) cache = undefined;
    });
    return begun.answer;
  };
  return {
    get: () => held() ?? begin(),
    held,
    clear: () => {
      cache = undefined;
    },
  };
}
