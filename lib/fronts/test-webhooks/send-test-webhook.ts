import {
  conductOf,
  createHostBulkhead,
  type HostBulkhead,
  hostOf,
  processBulkhead,
} from "@/lib/delivery/webhooks/host-bulkhead";
import { postWebhook, type SentDelivery, sendDelivery } from "@/lib/delivery/webhooks/post-webhook";
import type { WebhookRequest } from "@/lib/delivery/webhooks/sign-payload";
import type { TestWebhook } from "@/lib/fronts/test-webhooks/test-webhook";
import { findSigningKeys } from "@/lib/people/keys/api-keys";

export type TestOutcome =
  /** What the receiver said, or why it said nothing. */
  | { readonly kind: "sent"; readonly sent: SentDelivery }
  /** The host, or the merchant, holds all the places that it may hold; nothing was sent. */
  | { readonly kind: "busy"; readonly retryInMs: number }
  /** `signal` ended the call; whether it arrived is unknown. */
  | { readonly kind: "stopped" };

/** By merchant and not by host: hosts cost nothing, and each new one would bring places that real webhooks then wait for. */
const merchants = createHostBulkhead();

type SendOptions = { readonly signal: AbortSignal; readonly bulkhead?: HostBulkhead };

/**
 * Sends a test webhook once, as real ones are sent: signed the same way, to an address that was checked, bounded in time and size,
 * following no redirect, with no more places than its host gets for real ones, and no more for all hosts of its merchant together.
 * Answers what the receiver said; saves nothing.
 */
export function sendTestWebhook(test: TestWebhook, options: SendOptions): Promise<TestOutcome> {
  return withPlaces(test, options, () => sendDelivery(test, findSigningKeys, options.signal));
}

/** The same for one that was signed and shown before: these bytes and no others go out. */
export function sendPreparedRequest(
  test: WebhookRequest & { readonly merchantId: string },
  options: SendOptions,
): Promise<TestOutcome> {
  return withPlaces(test, options, () => postWebhook(test, options.signal));
}

type Send = () => Promise<SentDelivery | null>;

async function withPlaces(
  target: { readonly merchantId: string; readonly url: string },
  options: SendOptions,
  send: Send,
): Promise<TestOutcome> {
  const place = merchants.enter(target.merchantId);
  if (place.kind === "refused") return { kind: "busy", retryInMs: place.retryInMs };
  try {
    return await withPlaceOfHost(target.url, options, send);
  } finally {
    // Whatever its hosts do, they are judged by themselves.
    place.leave("quick");
  }
}

async function withPlaceOfHost(url: string, options: SendOptions, send: Send): Promise<TestOutcome> {
  const pass = (options.bulkhead ?? processBulkhead).enter(hostOf(url));
  if (pass.kind === "refused") return { kind: "busy", retryInMs: pass.retryInMs };
  let sent: SentDelivery | null = null;
  try {
    sent = await send();
  } finally {
    pass.leave(sent === null ? "quick" : conductOf(sent.attempt));
  }
  return sent === null ? { kind: "stopped" } : { kind: "sent", sent };
}
