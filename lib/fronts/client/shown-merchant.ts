import { MERCHANT_ATTRIBUTE, MERCHANT_COOKIE, MERCHANT_PARAMETER } from "@/lib/fronts/paths/routes";

/**
 * Returns the merchant named on the page, to which every action on it applies; null outside the
 * frame.
 */
export function shownMerchant(): string | null {
  if (typeof document === "undefined") return null;
  return document.querySelector(`[${MERCHANT_ATTRIBUTE}]`)?.getAttribute(MERCHANT_ATTRIBUTE) ?? null;
}

let isGivenUp = false;
/** By then the browser has asked whether to leave, or its prompt is blocking timers. */
const LEAVING_MS = 2_000;

/**
 * Loads the first page of another merchant, which the server already knows. If the user stays on
 * the page instead, the tab keeps its merchant and reclaims it for its next pages.
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
 * Has the next page rendered for this tab's merchant. Called when the tab comes to the front, and
 * again before it navigates or reloads, so that two tabs with two merchants each keep their own.
 */
export function claimPages(): void {
  const merchantId = shownMerchant();
  if (merchantId === null || isGivenUp) return;
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // The Cookie Store API is asynchronous, and the page is requested at once.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${MERCHANT_COOKIE}=${merchantId}; Path=/; SameSite=Lax${secure}`;
}

/** For sign-out: the next user of this browser starts with one of their own merchants. */
export function clearShownMerchant(): void {
  isGivenUp = true;
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${MERCHANT_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`;
}

/** Adds the merchant to a read-only URL; leaves it unchanged for null. */
export function addressOf(address: string, merchantId: string | null): string {
  if (merchantId === null) return address;
  return `${address}${address.includes("?") ? "&" : "?"}${MERCHANT_PARAMETER}=${encodeURIComponent(merchantId)}`;
}
