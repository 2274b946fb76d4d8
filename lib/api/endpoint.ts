import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { authenticate } from "@/lib/api/authenticate";
import { failure, invalidParameters, success } from "@/lib/api/envelope";
import { parseBody } from "@/lib/api/parse-body";
import { takeRequest } from "@/lib/api/rate-limit";
import { readBody } from "@/lib/api/read-body";
import type { ApiKeyKind } from "@/lib/generated/prisma/client";
import { log } from "@/lib/log";
import type { Merchant } from "@/lib/merchants/merchant";

type EndpointSpec<Input extends z.ZodType, Output extends z.ZodType> = {
  /** Which of the merchant's keys may sign it. */
  readonly keys: readonly ApiKeyKind[];
  readonly input: Input;
  readonly output: Output;
  readonly handle: (context: {
    readonly merchant: Merchant;
    readonly body: z.output<Input>;
    readonly requestId: string;
  }) => Promise<z.input<Output>>;
};

/**
 * Makes the handler of one operation of the machine API, from plain Request to plain Response.
 *
 * In this order: size limit, raw bytes, signature over those bytes, rate limit of the key, JSON, `input`, `handle`, `output`,
 * envelope. Every error ends in `failure`, so a handler only throws.
 */
export function endpoint<Input extends z.ZodType, Output extends z.ZodType>(spec: EndpointSpec<Input, Output>) {
  return async (request: Request): Promise<Response> => {
    const requestId = randomUUID();
    const startedAt = performance.now();
    const response = await answer(spec, request, requestId);
    const durationMs = Math.round(performance.now() - startedAt);
    log().debug({ requestId, path: new URL(request.url).pathname, status: response.status, durationMs }, "request");
    return response;
  };
}

async function answer<Input extends z.ZodType, Output extends z.ZodType>(
  spec: EndpointSpec<Input, Output>,
  request: Request,
  requestId: string,
): Promise<Response> {
  try {
    const raw = await readBody(request);
    const { merchant, keyId } = await authenticate(request.headers, raw, spec.keys);
    takeRequest(keyId);
    const body = parseInput(spec.input, parseBody(raw));
    const result = await spec.handle({ merchant, body, requestId });
    return success(parseOutput(spec.output, result), requestId);
  } catch (error) {
    return failure(error, requestId);
  }
}

/** Only here does a mismatch mean the caller: one that our own code meets further on is a bug of ours. */
function parseInput<Input extends z.ZodType>(input: Input, body: unknown): z.output<Input> {
  const parsed = input.safeParse(body);
  if (parsed.success) return parsed.data;
  throw invalidParameters(parsed.error);
}

/** An answer that does not fit its own schema is our bug, not the caller's: it must not look like a validation error. */
function parseOutput<Output extends z.ZodType>(output: Output, result: unknown): z.output<Output> {
  const parsed = output.safeParse(result);
  if (parsed.success) return parsed.data;
  throw new Error(`The answer does not fit its schema: ${parsed.error.message}`);
}
