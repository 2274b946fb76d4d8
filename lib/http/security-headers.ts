/** For browsers that know no `frame-ancestors`. */
export const NO_FRAME: { readonly key: string; readonly value: string } = { key: "X-Frame-Options", value: "DENY" };

/**
 * On every answer of the web part, whichever of its two fronts gives it (decision 0014). The content security policy differs from page
 * to page and is set by the page; the payment page inside a shop's frame has no `NO_FRAME` (next.config.ts).
 */
export const SECURITY_HEADERS: readonly { readonly key: string; readonly value: string }[] = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  NO_FRAME,
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), payment=(), usb=()" },
];
