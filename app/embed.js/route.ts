import { embedResponse } from "@/components/payers/embed/embed-response";
import { loadMessages } from "@/lib/kernel/locales/messages";
import { negotiateLocale } from "@/lib/kernel/locales/negotiate-locale";

/**
 * The script that a shop puts into its own pages (docs/integration.md). `?lang=` names a language,
 * else the browser's counts.
 */
export async function GET({ url, headers }: Request): Promise<Response> {
  const lang = new URL(url).searchParams.get("lang");
  const messages = await loadMessages(negotiateLocale(headers.get("accept-language"), lang));
  return embedResponse(messages, headers.get("if-none-match"));
}
