const PAGE =
  /^\/(?:(?:pay|wallet)\/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|l\/[a-z0-9](?:[a-z0-9]|-(?!-)){1,38}[a-z0-9])$/i;

export type PaymentAddress = {
  /** The full page. */
  readonly page: string;
  /** The same page for a frame. */
  readonly frame: string;
  readonly origin: string;
};

/**
 * Returns the URL of a payment, a static wallet or a payment link. Null for anything else, and for
 * a URL that is not on the gateway which served this script: text by strangers in the shop's page
 * must not open their own page. Also null if the script's origin is unknown: markup can shadow
 * `document.currentScript` (an image of that name).
 */
export function paymentAddress(text: string, gateway: string | null, lang?: string): PaymentAddress | null {
  const url = parse(text, gateway);
  if (url === null || !PAGE.test(url.pathname) || !/^https?:$/.test(url.protocol)) return null;
  if (url.origin !== gateway) return null;
  const page = new URL(url.pathname, url.origin);
  const language = lang ?? url.searchParams.get("lang");
  if (language) page.searchParams.set("lang", language);
  const frame = new URL(page);
  frame.searchParams.set("embed", "1");
  return { page: page.href, frame: frame.href, origin: url.origin };
}

function parse(text: string, gateway: string | null): URL | null {
  try {
    return new URL(text, gateway ?? undefined);
  } catch {
    return null;
  }
}
