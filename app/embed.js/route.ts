import { embedResponse } from "@/components/payers/embed/embed-response";
import { negotiateLocale } from "@/lib/kernel/locales/negotiate-locale";
import { wordsFor } from "@/lib/kernel/locales/words";

/** The script that a shop puts into its own pages (docs/integration.md). `?lang=` names a language, else the browser's counts. */
export async function GET({ url, headers }: Request): Promise<Response> {
  const lang = new URL(url).searchParams.get("lang");
  const words = await wordsFor(negotiateLocale(headers.get("accept-language"), lang));
  return embedResponse(words, headers.get("if-none-match"));
}
