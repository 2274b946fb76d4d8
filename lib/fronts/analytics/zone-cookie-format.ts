import { isTimeZone } from "@/lib/fronts/analytics/schema";

/** Set by the browser, so that the next page can be drawn for the viewer's own days. */
export const ZONE_COOKIE = "chaintill.zone";

/** What a cookie says, where it is a zone. */
export function zoneOf(cookie: string | undefined): string | null {
  return cookie !== undefined && isTimeZone(cookie) ? cookie : null;
}
