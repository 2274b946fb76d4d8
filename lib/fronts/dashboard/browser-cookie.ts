import { cookieOptions, isCookieSecure, readCookie } from "@/lib/fronts/dashboard/session-cookie";
import { KNOWN_PEOPLE_MAX, KNOWN_SECONDS, rememberPerson } from "@/lib/people/identity/password";

const SEPARATOR = "~";

function browserCookieName(): string {
  return isCookieSecure() ? "__Host-chaintill.browser" : "chaintill.browser";
}

/** What this browser keeps of the people who signed in with it; anything may stand in it. */
export function readBrowserTokens(cookieHeader: string | null): readonly string[] {
  return (readCookie(cookieHeader, browserCookieName()) ?? "").split(SEPARATOR, KNOWN_PEOPLE_MAX);
}

/** The cookie by which this browser is known to the person from now on. Scripts of the page cannot read it. */
export async function browserCookie(userId: string, cookieHeader: string | null, now: Date) {
  const tokens = await rememberPerson(userId, readBrowserTokens(cookieHeader), now);
  return { name: browserCookieName(), value: tokens.join(SEPARATOR), ...cookieOptions(), maxAge: KNOWN_SECONDS };
}
