import { MERCHANT_ATTRIBUTE, MERCHANT_COOKIE, MERCHANT_PARAMETER } from "@/lib/client/merchant-names";

/** The merchant whose name stands on the page, which is the one that every act on it is for; null outside of the frame. */
export function shownMerchant(): string | null {
  if (typeof document === "undefined") return null;
  return document.querySelector(`[${MERCHANT_ATTRIBUTE}]`)?.getAttribute(MERCHANT_ATTRIBUTE) ?? null;
}

let isGivenUp = false;

/** Another merchant was chosen in this tab: the next page is that one's. */
export function giveUpPages(): void {
  isGivenUp = true;
}

/**
 * Has the next page drawn for the merchant that this tab shows. Called when the tab comes to the front, and again before it goes to another
 * page or loads its own anew: of two tabs with two merchants each stays with its own.
 */
export function claimPages(): void {
  const merchantId = shownMerchant();
  if (merchantId === null || isGivenUp) return;
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // The Cookie Store API is asynchronous, and the page is asked for at once.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${MERCHANT_COOKIE}=${merchantId}; Path=/; SameSite=Lax${secure}`;
}

/** An address that is only read, about this merchant; as it is for none. */
export function addressOf(address: string, merchantId: string | null): string {
  if (merchantId === null) return address;
  return `${address}${address.includes("?") ? "&" : "?"}${MERCHANT_PARAMETER}=${encodeURIComponent(merchantId)}`;
}
