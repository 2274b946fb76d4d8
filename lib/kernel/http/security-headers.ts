type Header = { readonly key: string; readonly value: string };

/** For browsers that know no `frame-ancestors`. */
const NO_FRAME: Header = { key: "X-Frame-Options", value: "DENY" };

/**
 * On every answer of the web part, whichever of its two fronts gives it (decision 0014). The
 * content security policy differs from page to page and is set by the page.
 */
export const SECURITY_HEADERS: readonly Header[] = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  NO_FRAME,
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), payment=(), usb=()" },
];

/**
 * Keeps browsers with https for a year, where that is the public origin: who once came by it is led
 * to plain HTTP by nobody on the way. Not for subdomains: they may be somebody else's.
 */
export function transportHeaders(baseUrl: string): readonly Header[] {
  return new URL(baseUrl).protocol === "https:"
    ? [{ key: "Strict-Transport-Security", value: "max-age=31536000" }]
    : [];
}

/**
 * The pages that say by their own policy who may frame them, since `NO_FRAME` cannot name anybody.
 */
function mayBeFramed(path: string, query: URLSearchParams): boolean {
  return path === "/brand/preview" || (isPaymentPath(path) && query.get("embed") === "1");
}

function isPaymentPath(path: string): boolean {
  return path.startsWith("/pay/") || path.startsWith("/wallet/");
}

/**
 * The address of a payment or a wallet is all that it takes to read it, that of a questionnaire all
 * that it takes to answer it, and that of a payer's plan ends it, too.
 */
function isSecretPath(path: string): boolean {
  return isPaymentPath(path) || path.startsWith("/questionnaire/") || path.startsWith("/recurring/");
}

/**
 * The headers for the answer to a request target (path and search) of a route that Next does not
 * serve.
 */
export function securityHeadersOf(target: string): readonly Header[] {
  const end = target.indexOf("?");
  const path = end === -1 ? target : target.slice(0, end);
  const headers = mayBeFramed(path, new URLSearchParams(end === -1 ? "" : target.slice(end)))
    ? SECURITY_HEADERS.filter((header) => header !== NO_FRAME)
    : SECURITY_HEADERS;
  // Links that lead away do not carry the address.
  return isSecretPath(path) ? [...headers, { key: "Referrer-Policy", value: "no-referrer" }] : headers;
}
