import { decode, encode } from "next-auth/jwt";
import { env, requiredSetting } from "@/lib/kernel/env";
import { KNOWN_PEOPLE_MAX, KNOWN_SECONDS, rememberPerson } from "@/lib/people/identity/password";
import { SESSION_SECONDS_MAX } from "@/lib/people/identity/session-life";

/** The one claim of the sign-in cookie that counts: the id of a row in `sessions`. */
export const SESSION_CLAIM = "sid";

/** Browsers keep a `__Host-` cookie to this host and to https. */
export function isCookieSecure(): boolean {
  return env().BASE_URL.startsWith("https://");
}

export function sessionCookieName(): string {
  return isCookieSecure() ? "__Host-chaintill.session" : "chaintill.session";
}

/**
 * The cookie of a sign-in, as next-auth sets it, for a session that has taken the place of another.
 */
export async function sessionCookie(sessionId: string) {
  const claims = { token: { [SESSION_CLAIM]: sessionId }, maxAge: SESSION_SECONDS_MAX };
  return {
    name: sessionCookieName(),
    value: await encode({ ...claims, secret: requiredSetting("AUTH_SECRET") }),
    ...cookieOptions(),
    maxAge: SESSION_SECONDS_MAX,
  };
}

/**
 * Of every cookie of ours: scripts of the page cannot read it, and other sites do not send it
 * along.
 */
export function cookieOptions() {
  return { httpOnly: true, sameSite: "lax", path: "/", secure: isCookieSecure() } as const;
}

/**
 * The session id inside the cookie's value; null when the value was not written by us or is too
 * old.
 */
export async function readSessionId(cookieValue: string | undefined): Promise<string | null> {
  if (!cookieValue) return null;
  try {
    const claims = await decode({ token: cookieValue, secret: requiredSetting("AUTH_SECRET") });
    const id = claims?.[SESSION_CLAIM];
    return typeof id === "string" ? id : null;
  } catch {
    // A forged, foreign or expired cookie is the same as none.
    return null;
  }
}

/** One cookie of a request's Cookie header. */
export function readCookie(header: string | null, name: string): string | undefined {
  for (const pair of header?.split(";") ?? []) {
    const separator = pair.indexOf("=");
    if (separator > 0 && pair.slice(0, separator).trim() === name) return pair.slice(separator + 1).trim();
  }
  return undefined;
}

/**
 * Carries the id of the second step between the password and the code: a random name of a row that
 * is good for minutes, a few tries and one success. Scripts of the page cannot read it, and it
 * opens nothing by itself.
 */
export function stepCookieName(): string {
  return isCookieSecure() ? "__Host-chaintill.step" : "chaintill.step";
}

/**
 * For `cookies().set`. With 0 seconds it is taken away: browsers ignore a removal that does not
 * name it as it was made.
 */
export function stepCookie(stepId: string, maxAge: number) {
  return { name: stepCookieName(), value: stepId, ...cookieOptions(), maxAge };
}

const SEPARATOR = "~";

function browserCookieName(): string {
  return isCookieSecure() ? "__Host-chaintill.browser" : "chaintill.browser";
}

/** What this browser keeps of the people who signed in with it; anything may stand in it. */
export function readBrowserTokens(cookieHeader: string | null): readonly string[] {
  return (readCookie(cookieHeader, browserCookieName()) ?? "").split(SEPARATOR, KNOWN_PEOPLE_MAX);
}

/**
 * The cookie by which this browser is known to the person from now on. Scripts of the page cannot
 * read it.
 */
export async function browserCookie(userId: string, cookieHeader: string | null, now: Date) {
  const tokens = await rememberPerson(userId, readBrowserTokens(cookieHeader), now);
  return { name: browserCookieName(), value: tokens.join(SEPARATOR), ...cookieOptions(), maxAge: KNOWN_SECONDS };
}
