import { withLanguage } from "@/components/payers/pay/page-model";
import type { Locale } from "@/lib/kernel/locales/locales";

/** Paths of the page; relative to the origin, so that they hold behind any proxy. */
export function walletPath(
  uuid: string,
  part: "" | "/state" | "/events" | "/sandbox" = "",
  lang: Locale | null = null,
): string {
  return withLanguage(`/wallet/${uuid}${part}`, lang);
}

/** The last payments alone, to print or keep. */
export function walletReceiptPath(uuid: string, lang: Locale | null = null): string {
  return withLanguage(`/wallet/${uuid}?receipt=1`, lang);
}
