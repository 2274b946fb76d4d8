import { randomInt } from "node:crypto";
import { stringify } from "lossless-json";
import type { z } from "zod";
import type { ApiAnswer } from "@/lib/fronts/machine-api/api-call";
import { machineSentences } from "@/lib/fronts/machine-api/sentences";
import { AppError, ERROR_CODES } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { isRefusal, sentenceOf } from "@/lib/kernel/refusals";

/** Range of the number shared by an internal error's response and log entry. */
const ERROR_NUMBER_MAX = 2 ** 31;

/** `{"state":0,"result":...}` */
export function success(
  result: unknown,
  requestId: string,
  options: { readonly hasWireNumbers?: boolean } = {},
): ApiAnswer {
  const body = { state: 0, result };
  // Only if needed: the built-in serializer is many times faster.
  const text = options.hasWireNumbers ? stringify(body) : JSON.stringify(body);
  return json(200, text ?? "", requestId);
}

/**
 * The only place where an error becomes bytes. Expected errors return their own status, `state` 1
 * and `message` or `errors`; anything else is a bug: 500 in its own shape, with a number that is
 * also logged.
 */
export function failure(error: unknown, requestId: string): ApiAnswer {
  const message = error instanceof AppError ? messageOf(error) : null;
  if (error instanceof AppError && message !== null) return expected(error, message, requestId);
  const number = randomInt(1, ERROR_NUMBER_MAX);
  log().error({ requestId, number, err: error }, "request failed");
  return json(500, JSON.stringify({ message: `Server error, #${number}`, code: 500, error: null }), requestId);
}

/** Returns null for an error that only payers' pages can cause: here it is a bug. */
function messageOf(error: AppError): string | null {
  return isRefusal(error) ? sentenceOf(machineSentences, error) : error.message;
}

function expected(error: AppError, message: string, requestId: string): ApiAnswer {
  const { status } = ERROR_CODES[error.code];
  log().info(
    { requestId, code: error.code, message: error.message, details: error.details, cause: causeOf(error) },
    "request refused",
  );
  const body = error.fields ? { state: 1, errors: error.fields } : { state: 1, message };
  const headers: Record<string, string> =
    error.retryAfterSeconds === undefined ? {} : { "retry-after": String(error.retryAfterSeconds) };
  return json(status, JSON.stringify(body), requestId, headers);
}

function causeOf(error: AppError): string | undefined {
  return error.cause instanceof Error ? error.cause.message : undefined;
}

/**
 * Converts the issues of a request's parameters: name (`currencies.0.network` for a nested one) to
 * codes.
 */
export function invalidParameters(error: z.ZodError): AppError {
  return new AppError("invalid_request", "The parameters are not valid", { fields: errorsOf(error) });
}

function errorsOf(error: z.ZodError): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const issue of error.issues) {
    const field = issue.path.join(".") || "body";
    const codes = errors[field] ?? [];
    if (!codes.includes(issue.message)) codes.push(issue.message);
    errors[field] = codes;
  }
  return errors;
}

function json(status: number, text: string, requestId: string, headers: Record<string, string> = {}): ApiAnswer {
  const ofAll = { "content-type": "application/json", "cache-control": "no-store", "x-request-id": requestId };
  return { status, headers: { ...ofAll, ...headers }, text };
}
