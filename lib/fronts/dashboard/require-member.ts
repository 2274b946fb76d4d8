import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { readSessionId, sessionCookieName } from "@/lib/fronts/dashboard/cookies";
import { isFactorMissing, type Member } from "@/lib/fronts/dashboard/current-session";
import { chosenOf, isLost } from "@/lib/fronts/dashboard/merchant-choice";
import { PATH_HEADER } from "@/lib/fronts/dashboard/path-header";
import { MERCHANT_COOKIE, ownPath, routes } from "@/lib/fronts/paths/routes";
import { isSetupOpen } from "@/lib/people/identity/complete-setup";
import { findSession, listMemberships } from "@/lib/people/identity/session-queries";
import type { SessionRow } from "@/lib/people/identity/sessions-repo";
import type { MembershipRow } from "@/lib/people/merchants/merchants-repo";
import { isAllowed, type Permission } from "@/lib/people/merchants/role";

/**
 * The session of the page being rendered, or null. Looked up once a request however many parts ask.
 */
export const pageSession = cache(async (): Promise<SessionRow | null> => {
  const cookie = (await cookies()).get(sessionCookieName())?.value;
  return findSession(await readSessionId(cookie), new Date());
});

/**
 * For every page that needs somebody signed in: the session, or on to signing in and back (or to
 * set-up, on a first start).
 */
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
  /** All of the person's merchants, for the switcher. */
  readonly memberships: readonly MembershipRow[];
  /** The one that the pages are about; null for who is a member of none. */
  readonly chosen: MembershipRow | null;
  /** Null as well while the chosen merchant waits for a second factor. */
  readonly member: Member | null;
};

/** For the frame, and for pages about the person alone: also for who is a member of no merchant. */
export const requirePerson = cache(async (): Promise<PagePerson> => {
  const session = await requireSession();
  const memberships = await listMemberships(session.user.id);
  if (memberships.length === 0) return { session, memberships, chosen: null, member: null };
  // The frame keeps the cookie that of the tab in use; whoever looks at two merchants in two tabs
  // gets the pages of each.
  const preferred = (await cookies()).get(MERCHANT_COOKIE)?.value;
  if (isLost(memberships, preferred)) redirect(routes.lostMerchant());
  const chosen = chosenOf(memberships, { preferred });
  const { merchantId, merchantName, role } = chosen;
  const member = isFactorMissing(chosen, session) ? null : { session, merchantId, merchantName, role };
  return { session, memberships, chosen, member };
});

/**
 * For every merchant page: the member at work; who is none, or has to set up a second factor first,
 * is sent to what they have.
 */
export async function requireMember(): Promise<Member> {
  const { session, chosen, member } = await requirePerson();
  return member ?? redirect(session.user.isOperator && chosen === null ? routes.operator() : routes.account());
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
