import { findSigningKeys } from "@/lib/merchants/api-keys";
import type { TestWebhook } from "@/lib/test-webhooks/test-webhook";
import {
  conductOf,
  createHostBulkhead,
  type HostBulkhead,
  hostOf,
  processBulkhead,
} from "@/lib/webhooks/host-bulkhead";
import { type SentDelivery, sendDelivery } from "@/lib/webhooks/send-delivery";

export type TestOutcome =
  /** What the receiver said, or why it said nothing. */
  | { readonly kind: "sent"; readonly sent: SentDelivery }
  /** The host, or the merchant, holds all the places that it may hold; nothing was sent. */
  | { readonly kind: "busy"; readonly retryInMs: number }
  /** `signal` ended the call; whether it arrived is unknown. */
  | { readonly kind: "stopped" };

/** By merchant and not by host: hosts cost nothing, and each new one would bring places that real webhooks then wait for. */
const merchants = createHostBulkhead();

/**
 * Sends a test webhook once, as real ones are sent: signed the same way, to an address that was checked, bounded in time and size,
 * following no redirect, with no more places than its host gets for real ones, and no more for all hosts of its merchant together.
 * Answers what the receiver said; saves nothing.
 */
export async function sendTestWebhook(
  test: TestWebhook,
  options: { readonly signal: AbortSignal; readonly bulkhead?: HostBulkhead },
): Promise<TestOutcome> {
  const place = merchants.enter(test.merchantId);
  if (place.kind === "refused") return { kind: "busy", retryInMs: place.retryInMs };
  try {
    return await sendWithPlace(test, options);
  } finally {
    // Whatever its hosts do, they are judged by themselves.
    place.leave("quick");
  }
}

async function sendWithPlace(
  test: TestWebhook,
  options: { readonly signal: AbortSignal; readonly bulkhead?: HostBulkhead },
): Promise<TestOutcome> {
  const pass = (options.bulkhead ?? processBulkhead).enter(hostOf(test.url));
  if (pass.kind === "refused") return { kind: "busy", retryInMs: pass.retryInMs };
  let sent: SentDelivery | null = null;
  try {
    sent = await sendDelivery(test, findSigningKeys, options.signal);
  } finally {
    pass.leave(sent === null ? "quick" : conductOf(sent.attempt));
  }
  return sent === null ? { kind: "stopped" } : { kind: "sent", sent };
}
