import { isTimeZone } from "@/lib/kernel/zone-days";

/** Set by the browser, so that the next page can be rendered for the viewer's own days. */
export const ZONE_COOKIE = "chaintill.zone";

/** Returns the cookie's value if it is a known time zone. */
export function zoneOf(cookie: string | undefined): string | null {
  return cookie !== undefined && isTimeZone(cookie) ? cookie : null;
}
