import { signOfBody } from "@/lib/delivery/webhooks/payload";
import type { AttemptRecord, ClaimedDelivery } from "@/lib/delivery/webhooks/repo";
import {
  chooseSigningKey,
  type FindSigningKeys,
  givenHeaders,
  type HeaderList,
  type WebhookRequest,
  writeWebhookRequest,
} from "@/lib/delivery/webhooks/sign-payload";
import { env } from "@/lib/kernel/env";
import { OutboundError } from "@/lib/kernel/http/outbound-error";
import { type OutboundResponse, outboundRequest } from "@/lib/kernel/http/outbound-request";
import { parseRetryAfter } from "@/lib/kernel/http/retry-after";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Waits after the first, second, ... failed attempt. The last attempt is about 52 hours after the
 * event.
 */
const PLAN_MS: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  12 * HOUR,
  24 * HOUR,
];

/** Spreads the retries of many events that failed together over a fifth of the wait. */
const JITTER = 0.2;

/**
 * Returns how long to wait after failed attempt number `attempt` (1 is the first), or null when the
 * schedule is exhausted.
 *
 * The scheduled wait is lengthened by up to a fifth; a receiver's `Retry-After` may lengthen it up
 * to twice the schedule and never shortens it.
 *
 * @param retryAfterMs what the receiver asked for, or null
 * @param random a number in [0, 1)
 */
export function retryDelayMs(attempt: number, retryAfterMs: number | null, random: number): number | null {
  const planned = PLAN_MS[attempt - 1];
  if (planned === undefined) return null;
  const asked = Math.min(Math.max(retryAfterMs ?? planned, planned), 2 * planned);
  return Math.min(Math.round(asked + planned * JITTER * random), 2 * planned);
}

export const TIMEOUT_MS = 10_000;
/**
 * A stopping worker lets a running call finish for this long: most responses take a tenth of it.
 */
const STOP_GRACE_MS = 2_000;
/** What is stored of a response. */
const EXCERPT_BYTES = 2_048;
const HEADERS_KEPT = 30;
const HEADER_CHARACTERS_KEPT = 300;

export type SentDelivery = {
  readonly attempt: AttemptRecord;
  readonly isDelivered: boolean;
  /** Requested by the receiver, or null. */
  readonly retryAfterMs: number | null;
};

/**
 * Posts a stored webhook: within ten seconds, to a checked address, following no redirect. Any 2xx
 * counts as delivered, whatever its body. Null when `signal` ended the call: whether it arrived is
 * unknown, and it does not count as an attempt.
 */
export async function postWebhook(request: WebhookRequest, signal: AbortSignal): Promise<SentDelivery | null> {
  const startedAt = new Date();
  const started = performance.now();
  const attemptOf = (outcome: Partial<AttemptRecord>): AttemptRecord => ({
    startedAt,
    durationMs: Math.round(performance.now() - started),
    httpStatus: null,
    error: null,
    responseExcerpt: null,
    sign: signOfBody(request.body),
    requestHeaders: request.headers,
    ...outcome,
  });
  try {
    const response = await post(request, signal);
    return {
      attempt: attemptOf({
        httpStatus: response.status,
        responseExcerpt: toText(response.body.toString("utf8")),
        responseHeaders: keptHeaders(response.headers),
      }),
      isDelivered: response.status >= 200 && response.status < 300,
      retryAfterMs: parseRetryAfter(response.headers.get("retry-after"), new Date()),
    };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (error.code === "aborted") return null;
    return { attempt: attemptOf({ error: error.publicMessage }), isDelivered: false, retryAfterMs: null };
  }
}

async function post({ url, body, headers }: WebhookRequest, signal: AbortSignal): Promise<OutboundResponse> {
  const stop = afterGrace(signal);
  return await outboundRequest({
    url,
    method: "POST",
    headers: givenHeaders(headers),
    body,
    timeoutMs: TIMEOUT_MS,
    responseBytesMax: EXCERPT_BYTES,
    longBody: "cut",
    keepsConnection: true,
    allowPrivate: env().WEBHOOK_ALLOW_PRIVATE,
    signal: stop.signal,
  }).finally(stop.cancel);
}

/**
 * Follows `signal` after the grace period; call `cancel` when the call is over, because the signal
 * may outlive any number of calls.
 */
function afterGrace(signal: AbortSignal): { readonly signal: AbortSignal; readonly cancel: () => void } {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const giveUp = () => {
    timer = setTimeout(() => controller.abort(), STOP_GRACE_MS);
  };
  if (signal.aborted) giveUp();
  else signal.addEventListener("abort", giveUp, { once: true });
  const cancel = () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
  };
  return { signal: controller.signal, cancel };
}

function keptHeaders(headers: ReadonlyMap<string, string>): HeaderList {
  const kept = [...headers].slice(0, HEADERS_KEPT);
  return kept.map(([name, value]) => [toText(name), toText(value).slice(0, HEADER_CHARACTERS_KEPT)] as const);
}

/** PostgreSQL's text type cannot hold NUL. */
function toText(text: string): string {
  return text.replaceAll("\u0000", "\ufffd");
}

/** What is sent; `createdAt` is when the event happened, which determines whose key signs. */
export type Sendable = Pick<ClaimedDelivery, "id" | "merchantId" | "url" | "payload" | "keyKind" | "createdAt">;

/**
 * Signs a delivery and posts it once, as `postWebhook` does. Null when `signal` ended the call:
 * whether it arrived is unknown, and it does not count as an attempt.
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
