import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { isWebhookPayload } from "@/lib/delivery/webhooks/payload";
import { refuseAfterFailures, takePublicCall } from "@/lib/fronts/machine-api/address-limits";
import { type ApiAnswer, type ApiCall, type ApiRoute, toRoute } from "@/lib/fronts/machine-api/api-call";
import { authenticate, type Caller, markSignatureUsed } from "@/lib/fronts/machine-api/authenticate";
import { failure, invalidParameters, success } from "@/lib/fronts/machine-api/envelope";
import type { Operation } from "@/lib/fronts/machine-api/operation";
import { parseBody } from "@/lib/fronts/machine-api/parse-body";
import type { ApiKeyKind } from "@/lib/generated/prisma/client";
import { env } from "@/lib/kernel/env";
import { AppError } from "@/lib/kernel/errors";
import { createTokenBuckets } from "@/lib/kernel/http/address-limits";
import { clientAddressHeader } from "@/lib/kernel/http/client-address";
import { log } from "@/lib/kernel/log";
import { tracedRequest } from "@/lib/kernel/tracing/traced";
import { isUnsure, type Merchant } from "@/lib/people/merchants/merchant";

export type Call<Input extends z.ZodType> = {
  readonly merchant: Merchant;
  /**
   * The merchant's version that the call's own statement must find; null if the merchant was read
   * for this call.
   */
  readonly expectedVersion: string | null;
  /** The kind of key that signed the request. */
  readonly keyKind: ApiKeyKind;
  readonly body: z.output<Input>;
  /** The query string: a few list operations take their cursor there. */
  readonly query: URLSearchParams;
  readonly requestId: string;
};

type Handle<Input extends z.ZodType, Output extends z.ZodType> = (call: Call<Input>) => Promise<z.input<Output>>;

/**
 * Creates the handler of one signed operation of the machine API, from plain Request to plain
 * Response.
 *
 * Order: the address's limit for invalid signatures, size limit, raw bytes, signature over those
 * bytes, rate limit of the key, single use of a timed signature, JSON, not a webhook, `input`,
 * `handle`, `output`, envelope. Every error ends in `failure`, so a handler only throws.
 *
 * With `comparesVersion` the merchant may come from the cache, which saves a statement. `handle`
 * must then compare `expectedVersion` in each statement on which its success depends, and throw if
 * the version differs or if it is unsure. Whatever it throws, the merchant is read again, and if
 * its version differs, or the handler was unsure, `handle` runs once more: so it must be safe to
 * repeat, and no call is rejected because of an outdated merchant.
 */
export function endpoint<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  handle: Handle<Input, Output>,
  { comparesVersion = false }: { readonly comparesVersion?: boolean } = {},
) {
  return logged(operation, async ({ method, target, headers, readBody }, requestId) => {
    refuseAfterFailures(headers);
    const raw = await readBody();
    const signed = { method, target, raw };
    const caller = await authenticate(headers, signed, operation.keys, { mayRecall: comparesVersion });
    takeRequest(caller.keyId);
    if (caller.timed !== null) await markSignatureUsed(caller.timed);
    const handleFor = async ({ merchant, version, isRecalled, keyKind }: Caller) => {
      const body = parseInput(operation.input, parseCall(raw));
      const query = new URLSearchParams(target.split("?").slice(1).join("?"));
      return handle({ merchant, expectedVersion: isRecalled ? version : null, keyKind, body, query, requestId });
    };
    const result = await handleFor(caller).catch(async (error: unknown) => {
      if (!caller.isRecalled) throw error;
      const present = await authenticate(headers, signed, operation.keys);
      if (present.version === caller.version && !isUnsure(error)) throw error;
      return handleFor(present);
    });
    return success(parseOutput(operation.output, result), requestId, operation);
  });
}

/**
 * Creates the same for an operation without a signature: its parameters are those of the path, and
 * signature headers are ignored. Without a key, calls are counted by client address; with a common
 * allowance, one stranger could use it up for every shop. `handle` must be cheap and cached.
 */
export function publicEndpoint<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  handle: (call: { readonly parameters: z.output<Input>; readonly requestId: string }) => Promise<z.input<Output>>,
) {
  return logged(operation, async ({ target, headers }, requestId) => {
    takePublicCall(headers);
    const parameters = parseInput(operation.input, pathParameters(operation.path, pathOf(target)));
    return success(parseOutput(operation.output, await handle({ parameters, requestId })), requestId, operation);
  });
}

function logged(
  { path: route }: Pick<Operation, "path">,
  answer: (call: ApiCall, requestId: string) => Promise<ApiAnswer>,
): ApiRoute {
  return toRoute((call) => {
    const requestId = randomUUID();
    const startedAt = performance.now();
    const { method, target, headers } = call;
    return tracedRequest({ id: requestId, method, route, address: clientAddressHeader(headers) }, async () => {
      const result = await answer(call, requestId).catch((error: unknown) => failure(error, requestId));
      const durationMs = Math.round(performance.now() - startedAt);
      log().debug({ requestId, path: pathOf(target), status: result.status, durationMs }, "request");
      return result;
    });
  });
}

function pathOf(target: string): string {
  return target.split("?", 1)[0] ?? "";
}

/**
 * Returns the values of the braces in `pattern`, by name; ignores extra slashes. A segment with
 * invalid percent encoding is returned as is.
 */
function pathParameters(pattern: string, pathname: string): Record<string, string> {
  const given = segmentsOf(pathname);
  const named = segmentsOf(pattern).flatMap((segment, index) => {
    const name = /^\{(.+)\}$/.exec(segment)?.[1];
    return name === undefined ? [] : [[name, decodeSegment(given[index] ?? "")] as const];
  });
  return Object.fromEntries(named);
}

function segmentsOf(path: string): readonly string[] {
  return path.split("/").filter((segment) => segment !== "");
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * @throws AppError `invalid_body`, also for one of our webhooks: its signature does not authorize a
 *   call
 */
function parseCall(raw: Uint8Array): Readonly<Record<string, unknown>> {
  const body = parseBody(raw);
  if (!isWebhookPayload(body)) return body;
  throw new AppError("invalid_body", "The body is a webhook and no call: it has type and is_final");
}

/** Only here is a mismatch the caller's error: a schema that fails later is our bug. */
function parseInput<Input extends z.ZodType>(input: Input, body: unknown): z.output<Input> {
  const parsed = input.safeParse(body);
  if (parsed.success) return parsed.data;
  throw invalidParameters(parsed.error);
}

/** A response that violates its own schema is our bug: it must not look like a validation error. */
function parseOutput<Output extends z.ZodType>(output: Output, result: unknown): z.output<Output> {
  const parsed = output.safeParse(result);
  if (parsed.success) return parsed.data;
  throw new Error(`The answer does not fit its schema: ${parsed.error.message}`);
}

/** Per machine: a limit against runaway clients, not a quota, so machines need not agree on it. */
const buckets = createTokenBuckets(20_000, { sharedAs: "keys" });

/**
 * Takes one request from a key's allowance.
 * @throws AppError `rate_limited` with the seconds to wait
 */
export function takeRequest(key: string, now = Date.now()): void {
  const { RATE_LIMIT_PER_SECOND: perSecond, RATE_LIMIT_BURST: burst } = env();
  const retryAfterSeconds = buckets.take(key, { perSecond, burst }, now);
  if (retryAfterSeconds > 0) throw new AppError("rate_limited", "Too many requests", { retryAfterSeconds });
}
