/** States of a static wallet, as the specification names them. Pure, and safe for the browser. */
export const WALLET_STATUSES = [
  "active",
  /** What arrives is held and never credited. For good. */
  "blocked",
  /** Its coin is switched off: nothing new should be sent; what arrives is credited all the same. */
  "in_active",
] as const;

export type WalletStatus = (typeof WALLET_STATUSES)[number];

/** What is shown: a wallet that nobody blocked is `in_active` while its coin is not offered. Blocking wins. */
export function shownStatus(status: WalletStatus, isOffered: boolean): WalletStatus {
  if (status === "blocked") return "blocked";
  return isOffered ? "active" : "in_active";
}
