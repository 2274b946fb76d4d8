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
 * Returns the session of the page being rendered, or null. Read once per request, however many
 * components call it.
 */
export const pageSession = cache(async (): Promise<SessionRow | null> => {
  const cookie = (await cookies()).get(sessionCookieName())?.value;
  return findSession(await readSessionId(cookie), new Date());
});

/**
 * Returns the session, for every page that needs a signed-in user; otherwise redirects to sign-in
 * and back (or to set-up, on a first start).
 */
async function requireSession(): Promise<SessionRow> {
  const session = await pageSession();
  if (session !== null) return session;
  if (await isSetupOpen()) redirect(routes.setup());
  const path = ownPath((await headers()).get(PATH_HEADER));
  redirect(routes.signIn(path === null || path === routes.overview() ? {} : { return: path }));
}

/** A signed-in user, and the member that they act as, if any. */
export type PagePerson = {
  readonly session: SessionRow;
  /** All of the user's merchants, for the switcher. */
  readonly memberships: readonly MembershipRow[];
  /** The merchant that the pages are about; null if the user is a member of none. */
  readonly chosen: MembershipRow | null;
  /** Also null while the chosen merchant requires a missing second factor. */
  readonly member: Member | null;
};

/** For the frame, and for pages about the user only: also for users without a merchant. */
export const requirePerson = cache(async (): Promise<PagePerson> => {
  const session = await requireSession();
  const memberships = await listMemberships(session.user.id);
  if (memberships.length === 0) return { session, memberships, chosen: null, member: null };
  // The frame keeps the cookie up to date with the active tab, so two tabs with two merchants each
  // get their own pages.
  const preferred = (await cookies()).get(MERCHANT_COOKIE)?.value;
  if (isLost(memberships, preferred)) redirect(routes.lostMerchant());
  const chosen = chosenOf(memberships, { preferred });
  const { merchantId, merchantName, role } = chosen;
  const member = isFactorMissing(chosen, session) ? null : { session, merchantId, merchantName, role };
  return { session, memberships, chosen, member };
});

/**
 * Returns the acting member, for every merchant page. Redirects users without a merchant, or who
 * must first set up a second factor, to the pages available to them.
 */
export async function requireMember(): Promise<Member> {
  const { session, chosen, member } = await requirePerson();
  return member ?? redirect(session.user.isOperator && chosen === null ? routes.operator() : routes.account());
}

/** For pages that some roles may not open: they would see nothing there. */
export async function requireAllowed(permission: Permission): Promise<Member> {
  const member = await requireMember();
  return isAllowed(member.role, permission) ? member : notFound();
}

/** For every operator page: redirects everybody else to their own overview. */
export async function requireOperator(): Promise<SessionRow> {
  const session = await requireSession();
  if (!session.user.isOperator) redirect(routes.overview());
  return session;
}
