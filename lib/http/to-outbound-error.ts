import { errors } from "undici";
import { OutboundError, type OutboundErrorCode } from "@/lib/http/outbound-error";

/** Codes of Node and undici by what they mean to the one who waits for an answer. */
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

type Circumstances = { readonly isPastDeadline: boolean; readonly isGivenUp: boolean };

/** Turns whatever a call out threw into an OutboundError; the original stays as its cause. */
export function toOutboundError(error: unknown, circumstances: Circumstances): OutboundError {
  if (error instanceof OutboundError) return error;
  if (circumstances.isPastDeadline) return new OutboundError("timed_out", { cause: error });
  if (circumstances.isGivenUp) return new OutboundError("aborted", { cause: error });
  if (error instanceof errors.HTTPParserError) return new OutboundError("bad_response", { cause: error });
  return new OutboundError(classify(errorCode(error)), { cause: error });
}

function classify(code: string): OutboundErrorCode {
  if (/TLS|SSL|CERT|SELF_SIGNED|UNABLE_TO_/.test(code)) return "tls_failed";
  return CODES[code] ?? "connection_lost";
}

/** Several addresses failing together come as an AggregateError; the first one speaks for all. */
function errorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  if (typeof error !== "object" || error === null || !("code" in error)) return "";
  return typeof error.code === "string" ? error.code : "";
}
