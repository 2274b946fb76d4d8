import { env } from "@/lib/env";
import { OutboundError } from "@/lib/http/outbound-error";
import { type OutboundResponse, outboundRequest } from "@/lib/http/outbound-request";
import type { AttemptRecord, ClaimedDelivery } from "@/lib/webhooks/repo";
import { parseRetryAfter } from "@/lib/webhooks/retry-delay";
import { appendSign, standardWebhookHeaders } from "@/lib/webhooks/sign-payload";
import { chooseSigningKey, type FindSigningKeys } from "@/lib/webhooks/signing-key";

const TIMEOUT_MS = 10_000;
/** A worker that stops lets a call that is under way finish for so long: most answers come in a tenth of it. */
const STOP_GRACE_MS = 2_000;
/** What is kept of an answer. */
const EXCERPT_BYTES = 2_048;

/** What is sent; `createdAt` is when the event happened, which says whose key signs. */
export type Sendable = Pick<ClaimedDelivery, "id" | "merchantId" | "url" | "payload" | "keyKind" | "createdAt">;

export type SentDelivery = {
  readonly attempt: AttemptRecord;
  readonly isDelivered: boolean;
  /** The receiver's own wish, or null. */
  readonly retryAfterMs: number | null;
};

/**
 * Posts a delivery once: signed, within ten seconds, following no redirect. Any 2xx is delivered, whatever its body.
 * Null when `signal` ended the call: whether it arrived is unknown, and it counts as not tried.
 */
export async function sendDelivery(
  delivery: Sendable,
  findKeys: FindSigningKeys,
  signal: AbortSignal,
): Promise<SentDelivery | null> {
  const startedAt = new Date();
  const started = performance.now();
  const finish = (
    outcome: Partial<AttemptRecord>,
    isDelivered = false,
    retryAfterMs: number | null = null,
  ): SentDelivery => ({
    attempt: {
      startedAt,
      durationMs: Math.round(performance.now() - started),
      httpStatus: null,
      error: null,
      responseExcerpt: null,
      ...outcome,
    },
    isDelivered,
    retryAfterMs,
  });
  const key = chooseSigningKey(await findKeys(delivery.merchantId, delivery.keyKind), delivery.createdAt, startedAt);
  if (key === null) return finish({ error: `There is no ${delivery.keyKind} key to sign with` });
  try {
    const response = await post(delivery, key.secret, startedAt, signal);
    const isDelivered = response.status >= 200 && response.status < 300;
    const retryAfterMs = parseRetryAfter(response.headers.get("retry-after"), new Date());
    return finish({ httpStatus: response.status, responseExcerpt: toText(response.body) }, isDelivered, retryAfterMs);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return error.code === "aborted" ? null : finish({ error: error.publicMessage });
  }
}

async function post(delivery: Sendable, key: string, sentAt: Date, signal: AbortSignal): Promise<OutboundResponse> {
  const body = appendSign(delivery.payload, key);
  const stop = afterGrace(signal);
  return await outboundRequest({
    url: delivery.url,
    method: "POST",
    headers: { "content-type": "application/json", ...standardWebhookHeaders({ id: delivery.id, sentAt, body, key }) },
    body,
    timeoutMs: TIMEOUT_MS,
    responseBytesMax: EXCERPT_BYTES,
    longBody: "cut",
    allowPrivate: env().WEBHOOK_ALLOW_PRIVATE,
    signal: stop.signal,
  }).finally(stop.forget);
}

/** Follows `signal` with the grace; `forget` when the call is over, because the signal may outlive any number of calls. */
function afterGrace(signal: AbortSignal): { readonly signal: AbortSignal; readonly forget: () => void } {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const giveUp = () => {
    timer = setTimeout(() => controller.abort(), STOP_GRACE_MS);
  };
  if (signal.aborted) giveUp();
  else signal.addEventListener("abort", giveUp, { once: true });
  const forget = () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
  };
  return { signal: controller.signal, forget };
}

/** PostgreSQL's text holds no NUL. */
function toText(body: Buffer): string {
  return body.toString("utf8").replaceAll("\u0000", "\ufffd");
}
