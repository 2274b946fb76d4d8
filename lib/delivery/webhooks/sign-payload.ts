import { createHash, createHmac } from "node:crypto";
import { USER_AGENT } from "@/lib/kernel/http/outbound-request";

/** Name and value, in wire order. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** A webhook exactly as it is sent, byte for byte. */
export type WebhookRequest = {
  readonly url: string;
  readonly body: string;
  /** All headers, including those that the connection adds. */
  readonly headers: HeaderList;
};

/** Headers that the connection writes: displayed, but not passed to it. */
const OF_THE_CONNECTION = new Set(["host", "connection", "content-length"]);

/**
 * Signs a payload and writes everything that is sent with it. Shared by first attempts, retries and
 * tests.
 */
export function writeWebhookRequest(
  webhook: { readonly id: string; readonly url: string; readonly payload: string },
  key: string,
  sentAt: Date,
): WebhookRequest {
  const body = appendSign(webhook.payload, key);
  const standard = standardWebhookHeaders({ id: webhook.id, sentAt, body, key });
  const headers: HeaderList = [
    ["host", URL.canParse(webhook.url) ? new URL(webhook.url).host : ""],
    ["connection", "keep-alive"],
    ["accept-encoding", "identity"],
    ["user-agent", USER_AGENT],
    ["content-type", "application/json"],
    ...Object.entries(standard),
    ["content-length", String(Buffer.byteLength(body, "utf8"))],
  ];
  return { url: webhook.url, body, headers };
}

/** Returns the headers that must be passed to the connection. */
export function givenHeaders(headers: HeaderList): Record<string, string> {
  return Object.fromEntries(headers.filter(([name]) => !OF_THE_CONNECTION.has(name)));
}

/**
 * Appends the API family's signature to a stored payload: `sign` = lowercase hex MD5 of
 * base64(payload bytes) followed by the key, as the last member. The result is what is sent, byte
 * for byte.
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

/**
 * Returns MD5 of base64(bytes) + key, the signature that requests and webhooks of this API family
 * share.
 */
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
 * Returns the three headers of Standard Webhooks (symmetric scheme, `v1`): HMAC-SHA256 over
 * `id.timestamp.body`, in base64. The secret is the UTF-8 bytes of the API key that also produced
 * `sign`; a verifier library that expects the prefixed form takes `whsec_` followed by base64 of
 * the key. The timestamp is that of this attempt, so that a receiver may reject what is older than
 * five minutes; the id stays the same over all attempts of one delivery.
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

/** A merchant's key that may sign now: the current one, or a rotated one until it ends. */
export type SigningKey = {
  readonly secret: string;
  readonly createdAt: Date;
  /** Null for the current key. */
  readonly endsAt: Date | null;
};

export type KeyKind = "payment" | "payout";

/** Returns the keys that may sign now, in any order. */
export type FindSigningKeys = (merchantId: string, kind: KeyKind) => Promise<readonly SigningKey[]>;

/**
 * Returns the key for an event of `eventAt`: the one that was current then, so that every attempt
 * carries the same bytes, as long as it has not ended; after that the current one. Null if the
 * merchant has no key.
 */
export function chooseSigningKey(keys: readonly SigningKey[], eventAt: Date, now: Date): SigningKey | null {
  const living = keys
    .filter((key) => key.endsAt === null || key.endsAt > now)
    .toSorted((first, second) => first.createdAt.getTime() - second.createdAt.getTime());
  const ofThatTime = living.findLast((key) => key.createdAt <= eventAt);
  // Any live key is better than none: the original key has ended, and the oldest live one is
  // nearest to it.
  return ofThatTime ?? living.find((key) => key.endsAt === null) ?? living[0] ?? null;
}
