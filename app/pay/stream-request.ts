import { loadMessages, type Messages } from "@/lib/kernel/locales/messages";
import { negotiateLocale } from "@/lib/kernel/locales/negotiate-locale";

/**
 * Returns the uuid in `/pay/<uuid>/events` or `/wallet/<uuid>/events`, read from the path: the
 * front beside Next passes no parameters.
 */
export function followedUuid(request: Request): string {
  const [, , uuid = ""] = new URL(request.url).pathname.split("/");
  return uuid.toLowerCase();
}

/** Returns the messages in the listening page's language, which its URL always names. */
export async function streamMessages(request: Request): Promise<Messages> {
  const lang = new URL(request.url).searchParams.get("lang");
  return await loadMessages(negotiateLocale(request.headers.get("accept-language"), lang));
}
