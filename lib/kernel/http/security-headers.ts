type Header = { readonly key: string; readonly value: string };

/** For browsers without `frame-ancestors`. */
const NO_FRAME: Header = { key: "X-Frame-Options", value: "DENY" };

/**
 * Sent with every response of the web process, from either front (decision 0014). The content
 * security policy differs by page and is set there.
 */
export const SECURITY_HEADERS: readonly Header[] = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  NO_FRAME,
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), payment=(), usb=()" },
];

/**
 * Keeps browsers on https for a year if the public origin is https, so that nobody on the network
 * can downgrade a returning visitor to plain HTTP. Not for subdomains, which may belong to others.
 */
export function transportHeaders(baseUrl: string): readonly Header[] {
  return new URL(baseUrl).protocol === "https:"
    ? [{ key: "Strict-Transport-Security", value: "max-age=31536000" }]
    : [];
}

/** These pages set their own framing policy, because `NO_FRAME` cannot allow specific sites. */
function mayBeFramed(path: string, query: URLSearchParams): boolean {
  return path === "/brand/preview" || (isPaymentPath(path) && query.get("embed") === "1");
}

function isPaymentPath(path: string): boolean {
  return path.startsWith("/pay/") || path.startsWith("/wallet/") || path.startsWith("/l/");
}

const OTHER_SECRET_PATHS = ["/questionnaire/", "/recurring/", "/b/"] as const;

/**
 * Whoever has the URL of a payment, a wallet or a bill can read it, of a questionnaire can answer
 * it, and of a payer's plan can also cancel it.
 */
function isSecretPath(path: string): boolean {
  return isPaymentPath(path) || OTHER_SECRET_PATHS.some((start) => path.startsWith(start));
}

/**
 * Returns the headers of a response to a request target (path and search) that Next does not serve.
 */
export function securityHeadersOf(target: string): readonly Header[] {
  const end = target.indexOf("?");
  const path = end === -1 ? target : target.slice(0, end);
  const headers = mayBeFramed(path, new URLSearchParams(end === -1 ? "" : target.slice(end)))
    ? SECURITY_HEADERS.filter((header) => header !== NO_FRAME)
    : SECURITY_HEADERS;
  // Outgoing links do not reveal the URL.
  return isSecretPath(path) ? [...headers, { key: "Referrer-Policy", value: "no-referrer" }] : headers;
}
