import { findSigningKeys } from "@/lib/merchants/api-keys";
import type { TestWebhook } from "@/lib/test-webhooks/test-webhook";
import { conductOf, type HostBulkhead, hostOf, processBulkhead } from "@/lib/webhooks/host-bulkhead";
import { type SentDelivery, sendDelivery } from "@/lib/webhooks/send-delivery";

export type TestOutcome =
  /** What the receiver said, or why it said nothing. */
  | { readonly kind: "sent"; readonly sent: SentDelivery }
  /** The host holds all the places that it may hold; nothing was sent. */
  | { readonly kind: "busy"; readonly retryInMs: number }
  /** `signal` ended the call; whether it arrived is unknown. */
  | { readonly kind: "stopped" };

/**
 * Sends a test webhook once, as real ones are sent: signed the same way, to an address that was checked, bounded in time and size,
 * following no redirect, and with no more places than its host gets for real ones. Answers what the receiver said; saves nothing.
 */
export async function sendTestWebhook(
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
