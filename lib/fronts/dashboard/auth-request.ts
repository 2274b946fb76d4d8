import { isOwnOrigin } from "@/lib/fronts/dashboard/gates";
import { readBody } from "@/lib/fronts/machine-api/read-body";
import { env } from "@/lib/kernel/env";
import { AppError } from "@/lib/kernel/errors";

/** The ways to a session, as next-auth's addresses name them. */
const SIGN_IN_WAYS = ["credentials", "second-step", "passkey"] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

/**
 * The answer of an authenticator has a few kilobytes; everything else that is sent there is
 * shorter.
 */
export const AUTH_BODY_BYTES_MAX = 16 * 1024;
const FORM = /^application\/x-www-form-urlencoded\b/i;

/**
 * What the pages ask next-auth for. It knows more: a log that anybody may write into, pages and
 * sign-in buttons of its own.
 */
const USED: Readonly<Record<string, readonly string[]>> = {
  GET: ["csrf", "providers"],
  POST: ["signout", ...SIGN_IN_WAYS.map((way) => `callback/${way}`)],
};

/**
 * Reads a request for next-auth before it sees one: only what is used, changes from our own pages
 * alone, a form of at most 16 KB.
 * @returns the body; null for a question
 * @throws AppError `not_found`, `forbidden`, `invalid_body`, `body_too_large`
 */
export async function readAuthRequest(request: Request, action: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const { method, headers } = request;
  if (!USED[method]?.includes(action)) throw new AppError("not_found", "Not found.");
  if (method === "GET") return null;
  // Signing in and out change the session, so they obey the same rule as every other change, beside
  // next-auth's own token.
  if (!isOwnOrigin(headers, env().BASE_URL)) throw new AppError("forbidden", `Open this page at ${env().BASE_URL}.`);
  if (!FORM.test(headers.get("content-type") ?? "")) throw new AppError("invalid_body", "The body is not a form.");
  return new Uint8Array(await readBody(request, AUTH_BODY_BYTES_MAX));
}
