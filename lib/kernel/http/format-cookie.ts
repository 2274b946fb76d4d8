export type Cookie = {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite: "lax" | "strict";
  /** Seconds; 0 removes the cookie. Without it the cookie ends with the browser session. */
  readonly maxAge?: number;
};

/** Formats a Set-Cookie line (RFC 6265). The value is percent-encoded. */
export function formatCookie({ name, value, path, httpOnly, secure, sameSite, maxAge }: Cookie): string {
  return [
    `${name}=${encodeURIComponent(value)}`,
    `Path=${path}`,
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
    ...(secure ? ["Secure"] : []),
    ...(httpOnly ? ["HttpOnly"] : []),
    `SameSite=${sameSite}`,
  ].join("; ");
}
