/**
 * Makes many calls of `task` into few. Each call is answered by a run that began after it, so nothing that had happened by then is
 * missed. Runs never overlap and begin at least `gapMs` apart; the first of a burst begins at once.
 */
export function coalesce(task: () => Promise<void>, gapMs: number): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let begunAt = Number.NEGATIVE_INFINITY;

  const begin = async (): Promise<void> => {
    await running?.catch(() => undefined);
    const waitMs = begunAt + gapMs - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    begunAt = performance.now();
    running = next;
    next = null;
    await task();
  };
  return () => {
    next ??= begin();
    return next;
  };
}
