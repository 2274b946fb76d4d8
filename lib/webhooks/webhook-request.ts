import { USER_AGENT } from "@/lib/http/outbound-request";
import { appendSign, standardWebhookHeaders } from "@/lib/webhooks/sign-payload";

/** Name and value, in the order of the wire. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** A webhook as it goes over the wire, byte for byte. */
export type WebhookRequest = {
  readonly url: string;
  readonly body: string;
  /** All of them, those that the connection adds included. */
  readonly headers: HeaderList;
};

/** What the connection writes by itself: shown, and not given to it. */
const OF_THE_CONNECTION = new Set(["host", "connection", "content-length"]);

/** Signs a payload and writes everything that is sent with it. The same for a first attempt, a retry and a test. */
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

/** The headers that the connection has to be given. */
export function givenHeaders(headers: HeaderList): Record<string, string> {
  return Object.fromEntries(headers.filter(([name]) => !OF_THE_CONNECTION.has(name)));
}
