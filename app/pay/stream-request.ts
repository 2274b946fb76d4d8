import { loadMessages, type Messages } from "@/lib/kernel/locales/messages";
import { negotiateLocale } from "@/lib/kernel/locales/negotiate-locale";

/**
 * The uuid in `/pay/<uuid>/events` or `/wallet/<uuid>/events`, read from the path: the front beside
 * Next hands over no parameters.
 */
export function followedUuid(request: Request): string {
  const [, , uuid = ""] = new URL(request.url).pathname.split("/");
  return uuid.toLowerCase();
}

/** The language of the page that listens: it always names its own in the address. */
export async function streamMessages(request: Request): Promise<Messages> {
  const lang = new URL(request.url).searchParams.get("lang");
  return await loadMessages(negotiateLocale(request.headers.get("accept-language"), lang));
}
