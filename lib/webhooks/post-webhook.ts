import { env } from "@/lib/env";
import { OutboundError } from "@/lib/http/outbound-error";
import { type OutboundResponse, outboundRequest } from "@/lib/http/outbound-request";
import type { AttemptRecord } from "@/lib/webhooks/repo";
import { parseRetryAfter } from "@/lib/webhooks/retry-delay";
import { signOfBody } from "@/lib/webhooks/signed-body-view";
import { givenHeaders, type HeaderList, type WebhookRequest } from "@/lib/webhooks/webhook-request";

export const TIMEOUT_MS = 10_000;
/** A worker that stops lets a call that is under way finish for so long: most answers come in a tenth of it. */
const STOP_GRACE_MS = 2_000;
/** What is kept of an answer. */
const EXCERPT_BYTES = 2_048;
const HEADERS_KEPT = 30;
const HEADER_CHARACTERS_KEPT = 300;

export type SentDelivery = {
  readonly attempt: AttemptRecord;
  readonly isDelivered: boolean;
  /** The receiver's own wish, or null. */
  readonly retryAfterMs: number | null;
};

/**
 * Posts what was written once: within ten seconds, to an address that was checked, following no redirect. Any 2xx is delivered, whatever
 * its body. Null when `signal` ended the call: whether it arrived is unknown, and it counts as not tried.
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

function keptHeaders(headers: ReadonlyMap<string, string>): HeaderList {
  const kept = [...headers].slice(0, HEADERS_KEPT);
  return kept.map(([name, value]) => [toText(name), toText(value).slice(0, HEADER_CHARACTERS_KEPT)] as const);
}

/** PostgreSQL's text holds no NUL. */
function toText(text: string): string {
  return text.replaceAll("\u0000", "\ufffd");
}
