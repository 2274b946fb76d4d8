import { errors } from "undici";

/**
 * Why an outbound call got no response. The text is safe to show to the merchant who owns the
 * target.
 */
export const OUTBOUND_ERRORS = {
  bad_url: "The URL cannot be called",
  forbidden_target: "The address of the host is not public",
  host_not_found: "The host name has no address",
  connect_failed: "The connection was refused or could not be established",
  tls_failed: "The TLS certificate or handshake was refused",
  timed_out: "No response within the time limit",
  connection_lost: "The connection was closed before the response was complete",
  response_too_large: "The response is larger than the limit",
  bad_response: "The response is not valid HTTP",
  aborted: "The request was aborted",
} as const;

export type OutboundErrorCode = keyof typeof OUTBOUND_ERRORS;

/** The one error of `lib/kernel/http`: a stable code, a public text, and the cause for the log. */
export class OutboundError extends Error {
  readonly code: OutboundErrorCode;
  readonly publicMessage: string;

  constructor(code: OutboundErrorCode, options: { readonly detail?: string; readonly cause?: unknown } = {}) {
    const publicMessage =
      options.detail === undefined ? OUTBOUND_ERRORS[code] : `${OUTBOUND_ERRORS[code]}: ${options.detail}`;
    super(publicMessage, options.cause === undefined ? {} : { cause: options.cause });
    this.name = "OutboundError";
    this.code = code;
    this.publicMessage = publicMessage;
  }
}

/** Codes of Node and undici, by their meaning for the caller. */
const CODES: Readonly<Record<string, OutboundErrorCode>> = {
  ECONNREFUSED: "connect_failed",
  EHOSTUNREACH: "connect_failed",
  ENETUNREACH: "connect_failed",
  EADDRNOTAVAIL: "connect_failed",
  EACCES: "connect_failed",
  ENOTFOUND: "host_not_found",
  ETIMEDOUT: "timed_out",
  UND_ERR_CONNECT_TIMEOUT: "timed_out",
  UND_ERR_HEADERS_TIMEOUT: "timed_out",
  UND_ERR_BODY_TIMEOUT: "timed_out",
  UND_ERR_HEADERS_OVERFLOW: "bad_response",
  UND_ERR_INVALID_ARG: "bad_url",
};

type RequestState = { readonly isPastDeadline: boolean; readonly isGivenUp: boolean };

/**
 * Converts anything that an outbound call threw to an OutboundError with the original as its cause.
 */
export function toOutboundError(error: unknown, state: RequestState): OutboundError {
  if (error instanceof OutboundError) return error;
  if (state.isPastDeadline) return new OutboundError("timed_out", { cause: error });
  if (state.isGivenUp) return new OutboundError("aborted", { cause: error });
  if (error instanceof errors.HTTPParserError) return new OutboundError("bad_response", { cause: error });
  return new OutboundError(classify(errorCode(error)), { cause: error });
}

function classify(code: string): OutboundErrorCode {
  if (/TLS|SSL|CERT|SELF_SIGNED|UNABLE_TO_/.test(code)) return "tls_failed";
  return CODES[code] ?? "connection_lost";
}

/** Several failing addresses cause an AggregateError; uses the first one. */
function errorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  if (typeof error !== "object" || error === null || !("code" in error)) return "";
  return typeof error.code === "string" ? error.code : "";
}
