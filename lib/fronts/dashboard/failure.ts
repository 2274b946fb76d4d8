import { randomUUID } from "node:crypto";
import { ZodError } from "zod";
import { AppError, ERROR_CODES, type ErrorCode } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/log";
import { currentWork } from "@/lib/kernel/work-context";
import { errorText } from "@/lib/people/guards/refusal-text";

/**
 * Statuses where the pages differ from the machine API, whose statuses are fixed by its
 * specification.
 */
const PAGE_STATUS: Partial<Record<ErrorCode, number>> = {
  forbidden: 403,
  confirmation_needed: 403,
  second_factor_needed: 403,
  not_found: 404,
  unavailable: 503,
};

export type FailureBody = {
  readonly error: {
    readonly code: ErrorCode | "internal";
    /** Shown to users. */
    readonly message: string;
    /** Error text by field name. */
    readonly fields?: Readonly<Record<string, string>>;
  };
};

/**
 * Converts anything thrown to a response: the only place where errors become HTTP for the pages.
 */
export function failure(error: unknown, request: Request): Response {
  if (error instanceof ZodError) return answer(422, { error: zodError(error) });
  if (!(error instanceof AppError)) return unexpected(error, request);
  const retryAfter = error.retryAfterSeconds;
  const body: FailureBody = {
    error: {
      code: error.code,
      message: errorText(error),
      ...(error.fields && { fields: firstOfEach(error.fields) }),
    },
  };
  return answer(PAGE_STATUS[error.code] ?? ERROR_CODES[error.code].status, body, retryAfter);
}

function zodError(error: ZodError): FailureBody["error"] {
  const fields = Object.fromEntries(error.issues.toReversed().map((issue) => [issue.path.join("."), issue.message]));
  return { code: "invalid_request", message: error.issues[0]?.message ?? "Check the highlighted fields.", fields };
}

function firstOfEach(fields: Readonly<Record<string, readonly string[]>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, messages]) => [name, messages[0] ?? "Invalid value."]));
}

function unexpected(error: unknown, request: Request): Response {
  const id = currentWork()?.requestId ?? randomUUID();
  log().error({ id, error, method: request.method, path: new URL(request.url).pathname }, "a page request failed");
  return answer(500, { error: { code: "internal", message: `Something went wrong on our side. Reference: ${id}` } });
}

function answer(status: number, body: FailureBody, retryAfterSeconds?: number): Response {
  const headers = new Headers({ "cache-control": "no-store" });
  if (retryAfterSeconds !== undefined) headers.set("retry-after", String(retryAfterSeconds));
  return Response.json(body, { status, headers });
}
