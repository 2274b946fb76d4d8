import { withLanguage } from "@/components/payers/pay/page-model";
import type { Locale } from "@/lib/kernel/locales/locales";

/**
 * Paths of the page; relative to the origin, so that they work behind any proxy. `sentAfter`:
 * sandbox only, play money was sent after the payment with this time stamp.
 */
export function walletPath(
  uuid: string,
  part: "" | "/state" | "/events" | "/sandbox" = "",
  lang: Locale | null = null,
  sentAfter: number | null = null,
): string {
  return withLanguage(`/wallet/${uuid}${part}${sentAfter === null ? "" : `?sent=${sentAfter}`}`, lang);
}

/** Returns the path of the last payments alone, to print or keep. */
export function walletReceiptPath(uuid: string, lang: Locale | null = null): string {
  return withLanguage(`/wallet/${uuid}?receipt=1`, lang);
}
