import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { ownPath } from "@/lib/client/own-path";
import { routes } from "@/lib/client/routes";
import { MERCHANT_COOKIE, type Member, memberOf } from "@/lib/dashboard/current-session";
import { PATH_HEADER } from "@/lib/dashboard/path-header";
import { readSessionId, sessionCookieName } from "@/lib/dashboard/session-cookie";
import { AppError } from "@/lib/errors";
import { isAllowed, type Permission } from "@/lib/merchants/role";
import { findSession } from "@/lib/merchants/session-queries";
import type { SessionRow } from "@/lib/merchants/sessions-repo";
import { isSetupOpen } from "@/lib/merchants/setup-code";

/** The session of the page being rendered, or null. Looked up once a request however many parts ask. */
export const pageSession = cache(async (): Promise<SessionRow | null> => {
  const cookie = (await cookies()).get(sessionCookieName())?.value;
  return findSession(await readSessionId(cookie), new Date());
});

/** For every page that needs somebody signed in: the session, or on to signing in and back (or to set-up, on a first start). */
async function requireSession(): Promise<SessionRow> {
  const session = await pageSession();
  if (session !== null) return session;
  if (await isSetupOpen()) redirect(routes.setup());
  const path = ownPath((await headers()).get(PATH_HEADER));
  redirect(routes.signIn(path === null || path === routes.overview() ? {} : { return: path }));
}

/** Somebody signed in, and the member that they are at work as, if any. */
export type PagePerson = {
  readonly session: SessionRow;
  readonly member: Member | null;
  /** Why they are none at this moment, though they are a member: what their merchant asks for first. */
  readonly asked: string | null;
};

/** For the frame, and for pages about the person alone: also for who is a member of no merchant. */
export const requirePerson = cache(async (): Promise<PagePerson> => {
  const session = await requireSession();
  const chosen = (await cookies()).get(MERCHANT_COOKIE)?.value;
  try {
    return { session, member: await memberOf(session, chosen), asked: null };
  } catch (error) {
    if (error instanceof AppError && error.code === "forbidden") return { session, member: null, asked: null };
    if (error instanceof AppError && error.code === "second_factor_needed")
      return { session, member: null, asked: error.message };
    throw error;
  }
});

/** For every merchant page: the member at work; who is none, or has to set up a second factor first, is sent to what they have. */
export async function requireMember(): Promise<Member> {
  const { session, member, asked } = await requirePerson();
  return member ?? redirect(session.user.isOperator && asked === null ? routes.operator() : routes.account());
}

/** For pages that not every role may open: there is nothing for the others. */
export async function requireAllowed(permission: Permission): Promise<Member> {
  const member = await requireMember();
  return isAllowed(member.role, permission) ? member : notFound();
}

/** For every operator page: everybody else is sent to their own overview. */
export async function requireOperator(): Promise<SessionRow> {
  const session = await requireSession();
  if (!session.user.isOperator) redirect(routes.overview());
  return session;
}
