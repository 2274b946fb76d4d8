import { type NextRequest, NextResponse } from "next/server";
import { PATH_HEADER } from "@/lib/fronts/dashboard/path-header";

/**
 * Sets the content security policy of the signed-in pages: only scripts with this response's own
 * nonce, nothing from other origins. Inline styles stay allowed, because the components that
 * position menus and toasts write them. The payment page and the machine API are excluded: the one
 * has a stricter policy of its own, the other no browser to protect.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
  const headers = new Headers(request.headers);
  // Next reads the nonce from here for its own scripts, the layout for the theme's.
  headers.set("content-security-policy", policy);
  headers.set("x-nonce", nonce);
  // Pages do not know their own URL; people who have to sign in first return to it.
  headers.set(PATH_HEADER, `${request.nextUrl.pathname}${request.nextUrl.search}`);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  return response;
}

export const config = {
  matcher: [
    "/((?!v[12]/|pay/|wallet/|brand/|embed.js|api/|_next/|healthz|readyz|metrics|openapi.json|icons/|manifest.webmanifest|robots.txt).*)",
  ],
};
