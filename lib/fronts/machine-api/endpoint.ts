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
import { clientAddressHeader, withCallerAddress } from "@/lib/kernel/http/client-address";
import { log } from "@/lib/kernel/log";
import { isUnsure, type Merchant } from "@/lib/people/merchants/merchant";

export type Call<Input extends z.ZodType> = {
  readonly merchant: Merchant;
  /**
   * Which version of the merchant the call's own statement has to find; null where the merchant was
   * read for this call.
   */
  readonly expectedVersion: string | null;
  /** Which of the merchant's keys signed. */
  readonly keyKind: ApiKeyKind;
  readonly body: z.output<Input>;
  /** What follows the question mark: a few list operations take their cursor there. */
  readonly query: URLSearchParams;
  readonly requestId: string;
};

type Handle<Input extends z.ZodType, Output extends z.ZodType> = (call: Call<Input>) => Promise<z.input<Output>>;

/**
 * Makes the handler of one signed operation of the machine API, from plain Request to plain
 * Response.
 *
 * In this order: limit of the address for bad signatures, size limit, raw bytes, signature over
 * those bytes, rate limit of the key, whether a timed signature is new, JSON, no webhook, `input`,
 * `handle`, `output`, envelope. Every error ends in `failure`, so a handler only throws.
 *
 * With `comparesVersion` the merchant may come from memory, which spares a statement. `handle` then
 * compares `expectedVersion` in each statement that it succeeds by, and fails when it is another
 * one or when it is not sure. Whatever it throws, the merchant is read, and where that has another
 * version, or the handler was not sure, it is asked once more: so it is safe to repeat, and nobody
 * is refused by what was.
 */
export function endpoint<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  handle: Handle<Input, Output>,
  { comparesVersion = false }: { readonly comparesVersion?: boolean } = {},
) {
  return logged(async ({ method, target, headers, readBody }, requestId) => {
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
 * The same for an operation that needs no signature: its parameters are those of the path, and
 * headers of a signature are not looked at. Without a key there is no caller to count by but the
 * address that asks; an allowance for all would let one stranger use it up for every shop. `handle`
 * must be cheap and cached.
 */
export function publicEndpoint<Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
  handle: (call: { readonly parameters: z.output<Input>; readonly requestId: string }) => Promise<z.input<Output>>,
) {
  return logged(async ({ target, headers }, requestId) => {
    takePublicCall(headers);
    const parameters = parseInput(operation.input, pathParameters(operation.path, pathOf(target)));
    return success(parseOutput(operation.output, await handle({ parameters, requestId })), requestId, operation);
  });
}

function logged(answer: (call: ApiCall, requestId: string) => Promise<ApiAnswer>): ApiRoute {
  return toRoute(async (call) => {
    const requestId = randomUUID();
    const startedAt = performance.now();
    const result = await withCallerAddress(clientAddressHeader(call.headers), () => answer(call, requestId)).catch(
      (error: unknown) => failure(error, requestId),
    );
    const durationMs = Math.round(performance.now() - startedAt);
    log().debug({ requestId, path: pathOf(call.target), status: result.status, durationMs }, "request");
    return result;
  });
}

function pathOf(target: string): string {
  return target.split("?", 1)[0] ?? "";
}

/**
 * Values of the braces in `pattern`, by name; slashes too many name nothing. A segment that is no
 * valid percent encoding stays as it came.
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
 * @throws AppError `invalid_body`, for what a webhook of ours says too: its signature says nothing
 *   about a call
 */
function parseCall(raw: Uint8Array): Readonly<Record<string, unknown>> {
  const body = parseBody(raw);
  if (!isWebhookPayload(body)) return body;
  throw new AppError("invalid_body", "The body is a webhook and no call: it has type and is_final");
}

/**
 * Only here does a mismatch mean the caller: one that our own code meets further on is a bug of
 * ours.
 */
function parseInput<Input extends z.ZodType>(input: Input, body: unknown): z.output<Input> {
  const parsed = input.safeParse(body);
  if (parsed.success) return parsed.data;
  throw invalidParameters(parsed.error);
}

/**
 * An answer that does not fit its own schema is our bug, not the caller's: it must not look like a
 * validation error.
 */
function parseOutput<Output extends z.ZodType>(output: Output, result: unknown): z.output<Output> {
  const parsed = output.safeParse(result);
  if (parsed.success) return parsed.data;
  throw new Error(`The answer does not fit its schema: ${parsed.error.message}`);
}

/**
 * Of one machine: a limit against runaway clients, not a quota, so machines need not agree on it.
 */
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
