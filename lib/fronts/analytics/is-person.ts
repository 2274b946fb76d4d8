/** Programs that fetch a page and are nobody who could pay: previews of links in messengers, search engines, watchers, scripts. */
const PROGRAMS =
  /bot\b|bot[/_-]|crawl|spider|slurp|preview|embedly|facebookexternalhit|facebot|whatsapp|telegram|skypeuri|vkshare|pinterest|bingpreview|lighthouse|pingdom|uptime|monitor|curl\/|wget\/|python|go-http|okhttp|java\/|node-fetch|axios|undici|headless-fetch|libwww/i;
/** What a browser calls a page that it shows, in a window or inside another page. */
const SHOWN = new Set(["document", "iframe", "frame", "fencedframe"]);

/**
 * Whether a request looks like a person who opens a page to see it now: no HEAD, no fetching ahead, no part of another page, no known
 * program. A guess, and a cheap one: a program that calls itself a browser passes, and a browser without any name does not.
 */
export function isPerson(request: Pick<Request, "method" | "headers">): boolean {
  const { method, headers } = request;
  if (method !== "GET") return false;
  const ahead = [headers.get("sec-purpose"), headers.get("purpose"), headers.get("x-purpose"), headers.get("x-moz")];
  if (ahead.some((value) => value !== null && /prefetch|prerender|preview/i.test(value))) return false;
  const shownAs = headers.get("sec-fetch-dest");
  if (shownAs !== null && !SHOWN.has(shownAs)) return false;
  const name = headers.get("user-agent");
  return name !== null && name !== "" && !PROGRAMS.test(name);
}
