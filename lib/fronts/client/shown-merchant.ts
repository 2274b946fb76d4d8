import { MERCHANT_ATTRIBUTE, MERCHANT_COOKIE, MERCHANT_PARAMETER } from "@/lib/fronts/paths/routes";

/**
 * The merchant whose name stands on the page, which is the one that every act on it is for; null
 * outside of the frame.
 */
export function shownMerchant(): string | null {
  if (typeof document === "undefined") return null;
  return document.querySelector(`[${MERCHANT_ATTRIBUTE}]`)?.getAttribute(MERCHANT_ATTRIBUTE) ?? null;
}

let isGivenUp = false;
/** By then the browser has asked whether to leave, or asks and holds the clock. */
const LEAVING_MS = 2_000;

/**
 * Loads the first page of another merchant, which the server was told of. A tab whose person would
 * rather stay keeps the merchant that it shows, and its next pages are that one's again.
 */
export function leaveForMerchant(path: string): void {
  isGivenUp = true;
  window.location.assign(path);
  setTimeout(() => {
    isGivenUp = false;
    claimPages();
  }, LEAVING_MS);
}

/**
 * Has the next page drawn for the merchant that this tab shows. Called when the tab comes to the
 * front, and again before it goes to another page or loads its own anew: of two tabs with two
 * merchants each stays with its own.
 */
export function claimPages(): void {
  const merchantId = shownMerchant();
  if (merchantId === null || isGivenUp) return;
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // The Cookie Store API is asynchronous, and the page is asked for at once.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${MERCHANT_COOKIE}=${merchantId}; Path=/; SameSite=Lax${secure}`;
}

/** For who signs out: the next person of this browser begins with a merchant of their own. */
export function clearShownMerchant(): void {
  isGivenUp = true;
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${MERCHANT_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`;
}

/** An address that is only read, about this merchant; as it is for none. */
export function addressOf(address: string, merchantId: string | null): string {
  if (merchantId === null) return address;
  return `${address}${address.includes("?") ? "&" : "?"}${MERCHANT_PARAMETER}=${encodeURIComponent(merchantId)}`;
}
