export type CachedRead<Result> = {
  /**
   * What was read last, read again when it is too old. Callers at the same time share one
   * read. @throws what the read throws
   */
  readonly get: () => Promise<Result>;
  /** What would be given out without a read; undefined for nothing. */
  readonly held: () => Promise<Result> | undefined;
  /**
   * The next call reads anew, and gets nothing that was begun before: for those who changed it, and
   * for tests.
   */
  readonly clear: () => void;
};

/**
 * Keeps what `read` answers for `forMs`, in this process: other processes see a change at most so
 * much later. A failed read is not kept; whoever waits for it meets the error. Call it before a
 * transaction is opened: the read takes a connection of its own.
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
