import { env } from "@/lib/kernel/env";
import { AppError } from "@/lib/kernel/errors";
import { createTokenBuckets } from "@/lib/kernel/http/address-limits";

/** Per web process: a limit against runaway clients, not a quota, so processes need not agree on it. */
const buckets = createTokenBuckets(20_000);

/**
 * Takes one request from a key's allowance.
 * @throws AppError `rate_limited` with the seconds to wait
 */
export function takeRequest(key: string, now = Date.now()): void {
  const { RATE_LIMIT_PER_SECOND: perSecond, RATE_LIMIT_BURST: burst } = env();
  const retryAfterSeconds = buckets.take(key, { perSecond, burst }, now);
  if (retryAfterSeconds > 0) throw new AppError("rate_limited", "Too many requests", { retryAfterSeconds });
}
