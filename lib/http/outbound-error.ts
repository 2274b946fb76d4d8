/** Why a call out did not give an answer. The text is safe to show to the merchant who owns the target. */
export const OUTBOUND_ERRORS = {
  bad_url: "The URL cannot be called",
  forbidden_target: "The address of the host is not public",
  host_not_found: "The host name has no address",
  connect_failed: "The connection was refused or cannot be made",
  tls_failed: "The TLS certificate or handshake was refused",
  timed_out: "No answer within the time limit",
  connection_lost: "The connection broke before the answer was complete",
  response_too_large: "The answer is larger than the limit",
  bad_response: "The answer is no valid HTTP",
  aborted: "The call was given up",
} as const;

export type OutboundErrorCode = keyof typeof OUTBOUND_ERRORS;

/** The one error of `lib/http`: a stable code, a public text, and the cause for the log. */
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
