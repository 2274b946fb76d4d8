import { withLanguage } from "@/components/payers/pay/page-model";
import type { Locale } from "@/lib/kernel/locales/locales";

/** Returns the link to the receipt alone; relative to the origin. */
export function receiptPath(uuid: string, lang: Locale | null = null): string {
  return withLanguage(`/pay/${uuid}?receipt=1`, lang);
}
