import type { NextAuthOptions } from "next-auth";
import { authProviders } from "@/lib/fronts/dashboard/auth-providers";
import { cookieOptions, isCookieSecure, SESSION_CLAIM, sessionCookieName } from "@/lib/fronts/dashboard/session-cookie";
import { requiredSetting } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { SESSION_SECONDS_MAX } from "@/lib/people/identity/session-life";
import { endSession } from "@/lib/people/identity/session-queries";

/** Sign-in by e-mail and password, a second factor after it, or a passkey alone. Made on first use: the secret is not there when the project is built. */
export function authOptions(): NextAuthOptions {
  return {
    secret: requiredSetting("AUTH_SECRET"),
    session: { strategy: "jwt", maxAge: SESSION_SECONDS_MAX },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    useSecureCookies: isCookieSecure(),
    cookies: {
      sessionToken: {
        name: sessionCookieName(),
        options: cookieOptions(),
      },
    },
    providers: authProviders(),
    callbacks: {
      // Only at sign-in is there a user; what else next-auth would put in (name, e-mail) stays out of the cookie.
      jwt: ({ token, user }) => ({ [SESSION_CLAIM]: user ? user.id : token[SESSION_CLAIM] }),
      // The pages ask the database who is signed in; this address tells nothing.
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: { signOut: ({ token }) => leave(token?.[SESSION_CLAIM]) },
    logger: {
      error: (code, detail) => log().warn({ code, detail: String(detail) }, "sign-in trouble"),
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}

async function leave(sessionId: unknown): Promise<void> {
  if (typeof sessionId === "string") await endSession(sessionId, new Date());
}
