import { offeredLocale } from "@/lib/locales/negotiate-locale";
import { type Words, wordsFor } from "@/lib/locales/words";
import type { Recurrence } from "@/lib/recurrences/recurrence";
import { recurrencePageUrl } from "@/lib/recurrences/wire-view";
import { openSecret, sealSecret } from "@/lib/secret-box";

/** The secret of a payer's link as the plan keeps it: every mail carries the link, and whoever reads the database must not have it. */
export function sealPayerSecret(recurrenceId: string, secret: string): Uint8Array<ArrayBuffer> {
  return sealSecret(secret, contextOf(recurrenceId));
}

/** Where the payer sees and ends the plan; null before the acceptance. @throws Error when SECRET_KEY is another one than then */
export function payerLink({ id, payerLinkSealed, locale }: Recurrence): string | null {
  if (payerLinkSealed === null) return null;
  return recurrencePageUrl(id, { token: openSecret(payerLinkSealed, contextOf(id)), lang: locale });
}

/** The words of the payer's language. */
export async function payerWords({ locale }: Pick<Recurrence, "locale">): Promise<Words> {
  return await wordsFor(offeredLocale(locale) ?? "en");
}

function contextOf(recurrenceId: string): string {
  return `recurrence:${recurrenceId}`;
}
