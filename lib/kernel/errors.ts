/**
 * Every expected error: its HTTP status and whether a retry may help. Codes are stable; texts may
 * change, except where the specification fixes them. Unexpected errors are not listed: they are
 * bugs and return 500.
 */
export const ERROR_CODES = {
  /** A parameter is missing or invalid; `fields` names it. */
  invalid_request: { status: 422, retryable: false },
  /** The body as a whole is invalid: no JSON object, bad UTF-8, duplicate keys, nested too deep. */
  invalid_body: { status: 422, retryable: false },
  body_too_large: { status: 413, retryable: false },
  invalid_signature: { status: 401, retryable: false },
  signed_out: { status: 401, retryable: false },
  /** Pages only: the user must confirm their identity again first. */
  confirmation_needed: { status: 422, retryable: true },
  /** Pages only: the merchant requires a second factor, and this member has none. */
  second_factor_needed: { status: 422, retryable: false },
  rate_limited: { status: 429, retryable: true },
  forbidden: { status: 422, retryable: false },
  /** Also for objects of others: the response is the same as for unknown ones. */
  not_found: { status: 422, retryable: false },
  /** A rule of the product forbids it: limits, unknown currency, wrong state. */
  refused: { status: 422, retryable: false },
  /** A node, a rate or an address is currently unavailable. */
  unavailable: { status: 422, retryable: true },
} as const satisfies Record<string, { status: number; retryable: boolean }>;

export type ErrorCode = keyof typeof ERROR_CODES;

export type AppErrorOptions = {
  /** Parameter name to validation codes, as in the wire format's `errors`. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** For the log only. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
};

/** An expected error. `message` is public: it may be shown to the caller. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly fields: AppErrorOptions["fields"];
  readonly details: AppErrorOptions["details"];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, publicMessage: string, options: AppErrorOptions = {}) {
    super(publicMessage, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.fields = options.fields;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Creates the error for an invalid parameter: 422 with `errors: {field: [code]}`. */
export function invalidParameter(field: string, code: string): AppError {
  return new AppError("invalid_request", `${field}: ${code}`, { fields: { [field]: [code] } });
}

/** Creates the error for an invalid form field, with a message for its user. */
export function wrongField(field: string, message: string, cause?: unknown): AppError {
  return new AppError("invalid_request", message, { fields: { [field]: [message] }, cause });
}

/** Asserts what must be true in our own code. A failure is a bug, not an error of the caller. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Invariant: ${message}`);
}

/** Ends a `switch` over a closed set; a missing case does not compile. */
export function unreachable(value: never): never {
  throw new Error(`Unreachable: ${String(value)}`);
}

/** Returns what was thrown as an error. */
export function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** Returns the result, or the error that was thrown instead. */
export function orError<Result>(compute: () => Result): Result | Error {
  try {
    return compute();
  } catch (error) {
    return toError(error);
  }
}
