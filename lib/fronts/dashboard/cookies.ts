import { decode, encode, type JWT } from "next-auth/jwt";
import { authSecrets, env } from "@/lib/kernel/env";
import { KNOWN_PEOPLE_MAX, KNOWN_SECONDS, rememberPerson } from "@/lib/people/identity/password";
import { SESSION_SECONDS_MAX } from "@/lib/people/identity/session-life";

/** The only claim of the sign-in cookie that is used: the id of a row in `sessions`. */
export const SESSION_CLAIM = "sid";

/** Browsers restrict a `__Host-` cookie to this host and to https. */
export function isCookieSecure(): boolean {
  return env().BASE_URL.startsWith("https://");
}

export function sessionCookieName(): string {
  return isCookieSecure() ? "__Host-chaintill.session" : "chaintill.session";
}

/** Returns the sign-in cookie, as next-auth sets it, for a session that replaced another. */
export async function sessionCookie(sessionId: string) {
  const claims = { token: { [SESSION_CLAIM]: sessionId }, maxAge: SESSION_SECONDS_MAX };
  return {
    name: sessionCookieName(),
    value: await encode({ ...claims, secret: authSecrets()[0] }),
    ...cookieOptions(),
    maxAge: SESSION_SECONDS_MAX,
  };
}

/** For all of our cookies: not readable by scripts, and not sent by other sites. */
export function cookieOptions() {
  return { httpOnly: true, sameSite: "lax", path: "/", secure: isCookieSecure() } as const;
}

/** Returns the session id in the cookie's value; null if we did not sign it or it has expired. */
export async function readSessionId(cookieValue: string | undefined): Promise<string | null> {
  const id = (await readClaims(cookieValue))?.[SESSION_CLAIM];
  return typeof id === "string" ? id : null;
}

/**
 * Returns the claims of a sign-in cookie made with any secret that is accepted now; null for a
 * forged, foreign or expired cookie. next-auth itself knows one secret.
 */
export async function readClaims(cookieValue: string | undefined): Promise<JWT | null> {
  if (!cookieValue) return null;
  try {
    return await Promise.any(authSecrets().map((secret) => decode({ token: cookieValue, secret })));
  } catch {
    return null;
  }
}

/** Returns one cookie of a request's Cookie header. */
export function readCookie(header: string | null, name: string): string | undefined {
  for (const pair of header?.split(";") ?? []) {
    const separator = pair.indexOf("=");
    if (separator > 0 && pair.slice(0, separator).trim() === name) return pair.slice(separator + 1).trim();
  }
  return undefined;
}

/**
 * Holds the id of the second step between password and code: the random name of a row that is valid
 * for minutes, a few attempts and one success. Not readable by scripts, and useless without the
 * second factor.
 */
export function stepCookieName(): string {
  return isCookieSecure() ? "__Host-chaintill.step" : "chaintill.step";
}

/**
 * For `cookies().set`. 0 seconds removes it: browsers ignore a removal whose attributes differ from
 * those it was set with.
 */
export function stepCookie(stepId: string, maxAge: number) {
  return { name: stepCookieName(), value: stepId, ...cookieOptions(), maxAge };
}

const SEPARATOR = "~";

function browserCookieName(): string {
  return isCookieSecure() ? "__Host-chaintill.browser" : "chaintill.browser";
}

/** Returns this browser's tokens of users who signed in with it; untrusted input. */
export function readBrowserTokens(cookieHeader: string | null): readonly string[] {
  return (readCookie(cookieHeader, browserCookieName()) ?? "").split(SEPARATOR, KNOWN_PEOPLE_MAX);
}

/**
 * Returns the cookie by which the user's account recognises this browser. Not readable by scripts.
 */
export async function browserCookie(userId: string, cookieHeader: string | null, now: Date) {
  const tokens = await rememberPerson(userId, readBrowserTokens(cookieHeader), now);
  return { name: browserCookieName(), value: tokens.join(SEPARATOR), ...cookieOptions(), maxAge: KNOWN_SECONDS };
}
