import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { isCookieSecure, SESSION_CLAIM, sessionCookieName } from "@/lib/dashboard/session-cookie";
import { requiredSetting } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { CLIENT_ADDRESS_HEADER, UNKNOWN_ADDRESS } from "@/lib/http/client-address";
import { log } from "@/lib/log";
import { endSession } from "@/lib/merchants/revoke-session";
import { SESSION_SECONDS_MAX } from "@/lib/merchants/session-life";
import { signIn } from "@/lib/merchants/sign-in";

/** What the sign-in form is told when attempts ran out; any other refusal is a wrong e-mail or password. */
const TOO_MANY = "too-many-attempts";

/** Sign-in by e-mail and password. Made on first use: the secret is not there when the project is built. */
export function authOptions(): NextAuthOptions {
  return {
    secret: requiredSetting("AUTH_SECRET"),
    session: { strategy: "jwt", maxAge: SESSION_SECONDS_MAX },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    useSecureCookies: isCookieSecure(),
    cookies: {
      sessionToken: {
        name: sessionCookieName(),
        options: { httpOnly: true, sameSite: "lax", path: "/", secure: isCookieSecure() },
      },
    },
    providers: [
      CredentialsProvider({
        credentials: { email: { label: "Email" }, password: { label: "Password", type: "password" } },
        authorize: (credentials, request) => authorize(credentials, request.headers ?? {}),
      }),
    ],
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

type Headers = Readonly<Record<string, string | undefined>>;

async function authorize(credentials: Record<string, unknown> | undefined, headers: Headers) {
  try {
    const opened = await signIn(
      {
        email: credentials?.["email"],
        password: credentials?.["password"],
        ip: headers[CLIENT_ADDRESS_HEADER] ?? UNKNOWN_ADDRESS,
        userAgent: headers["user-agent"] ?? null,
      },
      new Date(),
    );
    return opened && { id: opened.sessionId };
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limited") throw new Error(TOO_MANY);
    log().error({ error }, "sign-in failed");
    throw new Error("unavailable");
  }
}

async function leave(sessionId: unknown): Promise<void> {
  if (typeof sessionId === "string") await endSession(sessionId, new Date());
}
