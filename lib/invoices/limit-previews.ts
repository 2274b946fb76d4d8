import { AppError } from "@/lib/errors";
import { createTokenBuckets, type Rate } from "@/lib/http/token-buckets";

/** Typing asks for a few a minute, and a form left open for one; each prices every coin and draws a page. */
const PREVIEWS: Rate = { perSecond: 0.5, burst: 30 };

/** Per web process, as the payment pages' (decision 0020). */
const buckets = createTokenBuckets(20_000);

/**
 * Takes one from a person's allowance of previews, at whichever of their merchants.
 * @throws AppError `rate_limited` when it is used up, with the seconds to wait
 */
export function limitPreviews(userId: string, now = Date.now()): void {
  const retryAfterSeconds = buckets.take(userId, PREVIEWS, now);
  if (retryAfterSeconds === 0) return;
  const message =
    "You have asked for many previews in a short time. The page is drawn again within a minute, or when you change something after a moment. Creating the invoice is not held up.";
  throw new AppError("rate_limited", message, { retryAfterSeconds });
}
