import { postWebhook, type SentDelivery } from "@/lib/webhooks/post-webhook";
import type { ClaimedDelivery } from "@/lib/webhooks/repo";
import { chooseSigningKey, type FindSigningKeys } from "@/lib/webhooks/signing-key";
import { writeWebhookRequest } from "@/lib/webhooks/webhook-request";

/** What is sent; `createdAt` is when the event happened, which says whose key signs. */
export type Sendable = Pick<ClaimedDelivery, "id" | "merchantId" | "url" | "payload" | "keyKind" | "createdAt">;

/**
 * Signs a delivery and posts it once, as `postWebhook` does. Null when `signal` ended the call: whether it arrived is unknown, and it
 * counts as not tried.
 */
export async function sendDelivery(
  delivery: Sendable,
  findKeys: FindSigningKeys,
  signal: AbortSignal,
): Promise<SentDelivery | null> {
  const startedAt = new Date();
  const key = chooseSigningKey(await findKeys(delivery.merchantId, delivery.keyKind), delivery.createdAt, startedAt);
  if (key !== null) return await postWebhook(writeWebhookRequest(delivery, key.secret, startedAt), signal);
  const error = `There is no ${delivery.keyKind} key to sign with`;
  const attempt = { startedAt, durationMs: 0, httpStatus: null, error, responseExcerpt: null };
  return { attempt, isDelivered: false, retryAfterMs: null };
}
