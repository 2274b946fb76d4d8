import type { PhpJsonObject } from "@/lib/webhooks/php-json";

/** What every webhook says, and no operation of the machine API takes: by these two members a webhook is known from a call. */
export type WebhookPayload = PhpJsonObject & { readonly type: string; readonly is_final: boolean };

/**
 * Whether this is what a webhook of ours says. Webhooks and calls are signed alike, by the same key, so that without its last member
 * (`sign`) each webhook would be a signed call of the merchant's, for everybody who gets to see it.
 */
export function isWebhookPayload(body: Readonly<Record<string, unknown>>): boolean {
  return typeof body["type"] === "string" && typeof body["is_final"] === "boolean";
}
