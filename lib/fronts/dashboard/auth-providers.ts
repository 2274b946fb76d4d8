import { cookies } from "next/headers";
import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { z } from "zod";
import type { SignInWay } from "@/lib/fronts/dashboard/auth-request";
import {
  browserCookie,
  cookieOptions,
  isCookieSecure,
  readBrowserTokens,
  readClaims,
  readCookie,
  SESSION_CLAIM,
  sessionCookieName,
  stepCookie,
  stepCookieName,
} from "@/lib/fronts/dashboard/cookies";
import { SIGN_IN_REFUSAL } from "@/lib/fronts/dashboard/sign-in-refusal";
import { requiredSetting } from "@/lib/kernel/env";
import { AppError } from "@/lib/kernel/errors";
import { CLIENT_ADDRESS_HEADER, UNKNOWN_ADDRESS } from "@/lib/kernel/http/client-address";
import { log } from "@/lib/kernel/log";
import { withCallerAddress } from "@/lib/kernel/work-context";
import { ClosedToStrangersError } from "@/lib/people/identity/limit-sign-in";
import { signInWithPasskey } from "@/lib/people/identity/passkey-sign-in";
import { assertionInput, secondProofInput } from "@/lib/people/identity/second-factor-schema";
import { SESSION_SECONDS_MAX } from "@/lib/people/identity/session-life";
import { endSession } from "@/lib/people/identity/session-queries";
import type { SignInOrigin } from "@/lib/people/identity/sessions-repo";
import { signIn } from "@/lib/people/identity/sign-in";
import { consumeSecondStep, STEP_SECONDS } from "@/lib/people/identity/sign-in-step";

type Fields = Readonly<Record<string, unknown>>;
type Headers = Readonly<Record<string, string | undefined>>;
type Opened = { readonly sessionId: string; readonly userId: string } | null;
/** Returns null for wrong credentials; a thrown error gives the form more detail. */
type Way = (fields: Fields, from: SignInOrigin, headers: Headers, now: Date) => Promise<Opened>;

/**
 * The sign-in methods. Each opens a session only after every proof required of the user was given.
 */
export function authProviders() {
  return [
    provider("credentials", ["email", "password"], byPassword),
    provider("second-step", ["proof"], bySecondStep),
    provider("passkey", ["step", "response"], byPasskey),
  ];
}

const byPassword: Way = async ({ email, password }, from, _headers, now) => {
  const opened = await signIn({ email, password, ...from }, now);
  if (opened?.stepId === undefined) return opened;
  (await cookies()).set(stepCookie(opened.stepId, STEP_SECONDS));
  throw new SignInRefusal(SIGN_IN_REFUSAL.secondStep);
};

const bySecondStep: Way = async ({ proof }, from, headers, now) => {
  const parsed = secondProofInput.safeParse(fromJson(proof));
  if (!parsed.success) return null;
  const opened = await consumeSecondStep(
    readCookie(headers["cookie"] ?? null, stepCookieName()),
    parsed.data,
    from,
    now,
  );
  if (opened !== null) (await cookies()).set(stepCookie("", 0));
  return opened;
};

const byPasskey: Way = async ({ step, response }, from, _headers, now) => {
  const parsed = z
    .object({ step: z.uuid(), response: assertionInput })
    .safeParse({ step, response: fromJson(response) });
  return parsed.success ? signInWithPasskey(parsed.data, from, now) : null;
};

/** Its message reaches the form unchanged. */
class SignInRefusal extends Error {
  override readonly name = "SignInRefusal";
}

function provider(id: SignInWay, fields: readonly string[], way: Way) {
  return CredentialsProvider({
    id,
    credentials: Object.fromEntries(fields.map((field) => [field, { label: field }])),
    authorize: async (credentials, request) => {
      const headers: Headers = request.headers ?? {};
      const address = headers[CLIENT_ADDRESS_HEADER] ?? null;
      const cookie = headers["cookie"] ?? null;
      const browserTokens = readBrowserTokens(cookie);
      const from = { ip: address ?? UNKNOWN_ADDRESS, userAgent: headers["user-agent"] ?? null, browserTokens };
      const now = new Date();
      try {
        const opened = await withCallerAddress(address, () => way(credentials ?? {}, from, headers, now));
        if (opened === null) return null;
        (await cookies()).set(await browserCookie(opened.userId, cookie, now));
        return { id: opened.sessionId };
      } catch (error) {
        throw refusalOf(error);
      }
    },
  });
}

function refusalOf(error: unknown): Error {
  if (error instanceof SignInRefusal) return error;
  if (error instanceof AppError && error.code === "rate_limited")
    return new Error(error instanceof ClosedToStrangersError ? SIGN_IN_REFUSAL.closed : SIGN_IN_REFUSAL.tooMany);
  if (error instanceof AppError && error.code === "signed_out") return new Error(SIGN_IN_REFUSAL.stepOver);
  log().error({ error }, "sign-in failed");
  return new Error(SIGN_IN_REFUSAL.unavailable);
}

function fromJson(text: unknown): unknown {
  if (typeof text !== "string") return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Sign-in with e-mail and password, a second factor after it, or a passkey alone. Created on first
 * use: the secret is not available during the build.
 */
export function authOptions(): NextAuthOptions {
  return {
    secret: requiredSetting("AUTH_SECRET"),
    session: { strategy: "jwt", maxAge: SESSION_SECONDS_MAX },
    jwt: { decode: ({ token }) => readClaims(token) },
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
      // `user` is set only at sign-in; keeps next-auth's other claims (name, e-mail) out of the
      // cookie.
      jwt: ({ token, user }) => ({ [SESSION_CLAIM]: user ? user.id : token[SESSION_CLAIM] }),
      // The pages query the database for the user; this endpoint reveals nothing.
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
