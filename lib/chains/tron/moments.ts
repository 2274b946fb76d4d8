/**
 * Milliseconds since 1970, each later than the one before. Two payments of one amount to one receiver that are built upon
 * the same block would else be the same bytes: one transaction, paid once, for two.
 */
export function createMoments(now: () => number = Date.now): () => number {
  let last = 0;
  return () => {
    last = Math.max(last + 1, now());
    return last;
  };
}
