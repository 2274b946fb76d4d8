import { env } from "@/lib/kernel/env";
import { OutboundError } from "@/lib/kernel/http/outbound-error";
import { type OutboundResponse, outboundRequest } from "@/lib/kernel/http/outbound-request";
import { parseRetryAfter } from "@/lib/kernel/http/retry-after";
import type { ChatSecret } from "@/lib/people/notifications/chat-address";
import type { ChatService } from "@/lib/people/notifications/chat-schema";
import { chatBody } from "@/lib/people/notifications/chat-text";

/** Less than the time after which another worker takes over a job (lib/run/worker/run-jobs.ts). */
const TIMEOUT_MS = 10_000;
const RESPONSE_BYTES_MAX = 2_048;
const WORDS_CHARACTERS_MAX = 150;

const TELEGRAM_URL = "https://api.telegram.org";

/**
 * What became of a call. `failed`: a later one may be accepted. `refused`: the chat does not exist
 * any more, or may not be written to. `rejected`: this message is not accepted.
 */
export type ChatOutcome =
  | { readonly kind: "sent" }
  | { readonly kind: "failed"; readonly reason: string; readonly retryAfterMs: number | null }
  | { readonly kind: "refused" | "rejected"; readonly reason: string };

export type ChatCall = {
  readonly service: ChatService;
  readonly target: string;
  readonly secret: ChatSecret;
  readonly text: string;
};

/**
 * Sends one message once, within ten seconds, to a checked address, following no redirect. Null
 * when `signal` ended the call: whether it arrived is unknown.
 */
export async function callChat(call: ChatCall, signal: AbortSignal): Promise<ChatOutcome | null> {
  const { service, target, secret, text } = call;
  try {
    const response = await outboundRequest({
      ...addressOf(secret),
      method: "POST",
      headers: { "content-type": "application/json" },
      body: chatBody(service, target, text),
      timeoutMs: TIMEOUT_MS,
      responseBytesMax: RESPONSE_BYTES_MAX,
      longBody: "cut",
      signal,
    });
    return judge(service, response);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return error.code === "aborted" ? null : { kind: "failed", reason: error.publicMessage, retryAfterMs: null };
  }
}

function addressOf(secret: ChatSecret): { readonly url: string; readonly allowPrivate: boolean } {
  const { TELEGRAM_API_URL, WEBHOOK_ALLOW_PRIVATE } = env();
  if ("url" in secret) return { url: secret.url, allowPrivate: WEBHOOK_ALLOW_PRIVATE };
  // Only the operator can name another server.
  const url = `${TELEGRAM_API_URL ?? TELEGRAM_URL}/bot${secret.bot}/sendMessage`;
  return { url, allowPrivate: TELEGRAM_API_URL !== undefined };
}

/** A retry mends neither of them. */
const REFUSALS = new Set([401, 403, 404, 405, 410]);
/** Telegram says so with 400. */
const CHAT_GONE = /chat not found|upgraded to a supergroup|user is deactivated/i;
const TEMPORARY = new Set([408, 425, 429]);

/** Decides what a response means. Pure. */
export function judge(service: ChatService, response: Omit<OutboundResponse, "isBodyCut">): ChatOutcome {
  const { status } = response;
  if (status >= 200 && status < 300) return { kind: "sent" };
  const reason = reasonOf(service, response);
  if (TEMPORARY.has(status) || status >= 500) return { kind: "failed", reason, retryAfterMs: retryAfterOf(response) };
  // Redirects too: they are not followed.
  const isRefusal = REFUSALS.has(status) || status < 400 || (service === "telegram" && CHAT_GONE.test(reason));
  return { kind: isRefusal ? "refused" : "rejected", reason };
}

type Answer = { readonly description?: unknown; readonly message?: unknown; readonly parameters?: unknown };

function reasonOf(service: ChatService, { status, body }: Pick<OutboundResponse, "status" | "body">): string {
  const words = wordsOf(service, body);
  return words === null ? `HTTP ${status}` : `HTTP ${status}: ${words}`;
}

/** What the three known services say; of other receivers only the status is shown. */
function wordsOf(service: ChatService, body: Buffer): string | null {
  const text = body.toString("utf8");
  const answer = parsed(text);
  const said = { telegram: answer.description, discord: answer.message, slack: text, webhook: null }[service];
  if (typeof said !== "string") return null;
  const words = said.replaceAll(/[^\p{L}\p{N} .,:'_-]+/gu, " ").trim();
  return words === "" ? null : words.slice(0, WORDS_CHARACTERS_MAX);
}

function parsed(text: string): Answer {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** As the header says, or as Telegram says in the body. */
function retryAfterOf({ headers, body }: Pick<OutboundResponse, "headers" | "body">): number | null {
  const asked = parseRetryAfter(headers.get("retry-after"), new Date());
  if (asked !== null) return asked;
  const { parameters } = parsed(body.toString("utf8"));
  const seconds: unknown =
    typeof parameters === "object" && parameters !== null ? Reflect.get(parameters, "retry_after") : null;
  return typeof seconds === "number" && seconds > 0 && seconds < 1e9 ? seconds * 1_000 : null;
}
