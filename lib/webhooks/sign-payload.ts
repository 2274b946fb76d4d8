import { createHash, createHmac } from "node:crypto";

/**
 * Appends the family's signature to a stored payload: `sign` = lowercase hex MD5 of base64(payload bytes) followed by
 * the key, as the last member. The result is what is sent, byte for byte.
 *
 * @param payload a JSON object with at least one member, as `writePhpJson` writes it
 * @throws TypeError when the payload is not such an object
 */
export function appendSign(payload: string, key: string): string {
  if (!payload.startsWith("{") || !payload.endsWith("}") || payload.length < 3) {
    throw new TypeError("A payload is a JSON object with at least one member");
  }
  return `${payload.slice(0, -1)},"sign":"${signBytes(payload, key)}"}`;
}

/** MD5 of base64(bytes) + key, the signature that requests and webhooks of this API family share. */
function signBytes(bytes: string, key: string): string {
  const encoded = Buffer.from(bytes, "utf8").toString("base64");
  return createHash("md5")
    .update(encoded + key, "utf8")
    .digest("hex");
}

export type WebhookHeaders = {
  readonly "webhook-id": string;
  readonly "webhook-timestamp": string;
  readonly "webhook-signature": string;
};

/**
 * The three headers of Standard Webhooks (symmetric scheme, `v1`): HMAC-SHA256 over `id.timestamp.body`, in base64.
 * The secret is the UTF-8 bytes of the API key that also made `sign`; a verifier library that wants the prefixed form
 * takes `whsec_` followed by base64 of the key. The timestamp is that of this attempt, so that a receiver may refuse
 * what is older than five minutes; the id stays the same over all attempts of one delivery.
 */
export function standardWebhookHeaders(delivery: {
  readonly id: string;
  readonly sentAt: Date;
  readonly body: string;
  readonly key: string;
}): WebhookHeaders {
  const timestamp = String(Math.floor(delivery.sentAt.getTime() / 1000));
  const signature = createHmac("sha256", Buffer.from(delivery.key, "utf8"))
    .update(`${delivery.id}.${timestamp}.${delivery.body}`, "utf8")
    .digest("base64");
  return {
    "webhook-id": delivery.id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
}
