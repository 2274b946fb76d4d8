import { embedResponse } from "@/components/payers/embed/embed-response";
import { loadMessages } from "@/lib/kernel/locales/messages";
import { negotiateLocale } from "@/lib/kernel/locales/negotiate-locale";

/**
 * The script that a shop includes in its own pages (docs/integration.md). `?lang=` sets the
 * language; the default is the browser's.
 */
export async function GET({ url, headers }: Request): Promise<Response> {
  const lang = new URL(url).searchParams.get("lang");
  const messages = await loadMessages(negotiateLocale(headers.get("accept-language"), lang));
  return embedResponse(messages, headers.get("if-none-match"));
}
