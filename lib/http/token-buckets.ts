/** How much may be asked for: so many a second on average, and so many at once. */
export type Rate = { readonly perSecond: number; readonly burst: number };

export type TokenBuckets = {
  /** Takes one from a key's allowance. The seconds to wait where it is used up, 0 where it was not. */
  readonly take: (key: string, rate: Rate, now?: number) => number;
  /** The same, and takes nothing. */
  readonly wait: (key: string, rate: Rate, now?: number) => number;
  /** Undoes one `take`. */
  readonly giveBack: (key: string, rate: Rate, now?: number) => void;
};

type Bucket = { readonly tokens: number; readonly filledAt: number };

/**
 * Allowances by key. When there are `bucketsMax`, the one that was asked for longest ago is forgotten: it has filled up most, so whoever
 * comes with many keys empties their own buckets and nobody else's.
 */
export function createTokenBuckets(bucketsMax: number): TokenBuckets {
  const buckets = new Map<string, Bucket>();
  const filled = (key: string, { perSecond, burst }: Rate, now: number): number => {
    const { tokens, filledAt } = buckets.get(key) ?? { tokens: burst, filledAt: now };
    return Math.min(burst, tokens + (Math.max(0, now - filledAt) / 1000) * perSecond);
  };
  const put = (key: string, tokens: number, now: number) => {
    // Last in the order of the map: also one that is refused stays known.
    buckets.delete(key);
    buckets.set(key, { tokens, filledAt: now });
    if (buckets.size <= bucketsMax) return;
    const [oldest] = buckets.keys();
    if (oldest !== undefined) buckets.delete(oldest);
  };
  return {
    take: (key, rate, now = Date.now()) => {
      const tokens = filled(key, rate, now);
      put(key, tokens < 1 ? tokens : tokens - 1, now);
      return secondsUntilOne(tokens, rate);
    },
    wait: (key, rate, now = Date.now()) => secondsUntilOne(filled(key, rate, now), rate),
    giveBack: (key, rate, now = Date.now()) => put(key, Math.min(rate.burst, filled(key, rate, now) + 1), now),
  };
}

function secondsUntilOne(tokens: number, { perSecond }: Rate): number {
  return tokens < 1 ? Math.ceil((1 - tokens) / perSecond) : 0;
}
