import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { routes } from "@/lib/client/routes";
import { MERCHANT_COOKIE, type Member, memberOf } from "@/lib/dashboard/current-session";
import { readSessionId, sessionCookieName } from "@/lib/dashboard/session-cookie";
import { AppError } from "@/lib/errors";
import { findSession } from "@/lib/merchants/session-queries";
import type { SessionRow } from "@/lib/merchants/sessions-repo";
import { isSetupOpen } from "@/lib/merchants/setup-code";

/** The session of the page being rendered, or null. Looked up once a request however many parts ask. */
export const pageSession = cache(async (): Promise<SessionRow | null> => {
  const cookie = (await cookies()).get(sessionCookieName())?.value;
  return findSession(await readSessionId(cookie), new Date());
});

/** For every page that needs somebody signed in: the session, or on to signing in (or to set-up, on a first start). */
async function requireSession(): Promise<SessionRow> {
  const session = await pageSession();
  if (session !== null) return session;
  redirect((await isSetupOpen()) ? routes.setup() : routes.signIn());
}

/** For every merchant page: the member at work, or on to where they can become one. */
export const requireMember = cache(async (): Promise<Member> => {
  const session = await requireSession();
  const chosen = (await cookies()).get(MERCHANT_COOKIE)?.value;
  try {
    return await memberOf(session, chosen);
  } catch (error) {
    if (error instanceof AppError && session.user.isOperator) redirect(routes.operator());
    throw error;
  }
});

/** For every operator page: everybody else is sent to their own overview. */
export async function requireOperator(): Promise<SessionRow> {
  const session = await requireSession();
  if (!session.user.isOperator) redirect(routes.overview());
  return session;
}
