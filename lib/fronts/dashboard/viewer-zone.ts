import { cookies } from "next/headers";
import { ZONE_COOKIE, zoneOf } from "@/lib/fronts/analytics/zone-cookie-format";

/** The time zone that the viewer's browser told on an earlier visit; null on the first one. */
export async function viewerZone(): Promise<string | null> {
  const cookie = (await cookies()).get(ZONE_COOKIE)?.value;
  return zoneOf(cookie);
}
