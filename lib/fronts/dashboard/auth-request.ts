import { isOwnOrigin } from "@/lib/fronts/dashboard/gates";
import { readBody } from "@/lib/fronts/machine-api/read-body";
import { env } from "@/lib/kernel/env";
import { AppError } from "@/lib/kernel/errors";

/** The sign-in methods, as named in next-auth's URLs. */
const SIGN_IN_WAYS = ["credentials", "second-step", "passkey"] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

/** An authenticator's response has a few kilobytes; everything else sent here is shorter. */
export const AUTH_BODY_BYTES_MAX = 16 * 1024;
const FORM = /^application\/x-www-form-urlencoded\b/i;

/**
 * The next-auth actions that the pages use. It offers more: a log that anybody can write to, pages
 * and sign-in buttons.
 */
const USED: Readonly<Record<string, readonly string[]>> = {
  GET: ["csrf", "providers"],
  POST: ["signout", ...SIGN_IN_WAYS.map((way) => `callback/${way}`)],
};

/**
 * Reads and filters a request before next-auth does: allows only the actions in use, changes only
 * from our own pages, and a form of at most 16 KB.
 * @returns the body; null for a read
 * @throws AppError `not_found`, `forbidden`, `invalid_body`, `body_too_large`
 */
export async function readAuthRequest(request: Request, action: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const { method, headers } = request;
  if (!USED[method]?.includes(action)) throw new AppError("not_found", "Not found.");
  if (method === "GET") return null;
  // Signing in and out change the session, so the origin rule for all changes applies, in addition
  // to next-auth's own token.
  if (!isOwnOrigin(headers, env().BASE_URL)) throw new AppError("forbidden", `Open this page at ${env().BASE_URL}.`);
  if (!FORM.test(headers.get("content-type") ?? "")) throw new AppError("invalid_body", "The body is not a form.");
  return new Uint8Array(await readBody(request, AUTH_BODY_BYTES_MAX));
}
