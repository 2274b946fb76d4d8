import { cookieOptions, isCookieSecure } from "@/lib/fronts/dashboard/session-cookie";

/**
 * Carries the id of the second step between the password and the code: a random name of a row that is good for minutes, a few tries and one
 * success. Scripts of the page cannot read it, and it opens nothing by itself.
 */
export function stepCookieName(): string {
  return isCookieSecure() ? "__Host-chaintill.step" : "chaintill.step";
}

/** For `cookies().set`. With 0 seconds it is taken away: browsers ignore a removal that does not name it as it was made. */
export function stepCookie(stepId: string, maxAge: number) {
  return { name: stepCookieName(), value: stepId, ...cookieOptions(), maxAge };
}
