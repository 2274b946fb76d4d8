import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";

type Bucket = { tokens: number; filledAt: number };

/** Per web process: a limit against runaway clients, not a quota, so processes need not agree on it. */
const buckets = new Map<string, Bucket>();
const BUCKETS_MAX = 20_000;

/**
 * Takes one request from a key's allowance.
 * @throws AppError `rate_limited` with the seconds to wait
 */
export function takeRequest(key: string, now = Date.now()): void {
  const { RATE_LIMIT_PER_SECOND: perSecond, RATE_LIMIT_BURST: burst } = env();
  const before = buckets.get(key) ?? { tokens: burst, filledAt: now };
  const tokens = Math.min(burst, before.tokens + ((now - before.filledAt) / 1000) * perSecond);
  if (tokens < 1) {
    throw new AppError("rate_limited", "Too many requests", { retryAfterSeconds: Math.ceil((1 - tokens) / perSecond) });
  }
  if (buckets.size >= BUCKETS_MAX) buckets.clear();
  buckets.set(key, { tokens: tokens - 1, filledAt: now });
}
