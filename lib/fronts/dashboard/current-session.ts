import { readCookie, readSessionId, sessionCookieName } from "@/lib/fronts/dashboard/cookies";
import { chosenOf, type MerchantChoice } from "@/lib/fronts/dashboard/merchant-choice";
import { AppError } from "@/lib/kernel/errors";
import type { Viewer } from "@/lib/money-out/payouts/dashboard-schema";
import { findSession, listMemberships } from "@/lib/people/identity/session-queries";
import type { SessionRow } from "@/lib/people/identity/sessions-repo";
import type { MembershipRow } from "@/lib/people/merchants/merchants-repo";
import { isAllowed, type MemberRole } from "@/lib/people/merchants/role";

/** A signed-in user acting for one of their merchants. */
export type Member = {
  readonly session: SessionRow;
  readonly merchantId: string;
  readonly merchantName: string;
  readonly role: MemberRole;
};

/** The live session of a request. @throws AppError `signed_out` */
export async function sessionOfRequest(request: Request, now: Date): Promise<SessionRow> {
  const cookie = readCookie(request.headers.get("cookie"), sessionCookieName());
  const session = await findSession(await readSessionId(cookie), now);
  if (session === null) throw new AppError("signed_out", "You are signed out. Sign in again.");
  return session;
}

/**
 * Returns the session's member at the chosen merchant.
 * @throws AppError `forbidden` when the user is not a member; `second_factor_needed` when the
 *   merchant requires one and the session has none
 */
export async function memberOf(session: SessionRow, choice: MerchantChoice): Promise<Member> {
  const memberships = await listMemberships(session.user.id);
  const chosen = chosenOf(memberships, choice);
  if (isFactorMissing(chosen, session)) {
    const message = `${chosen.merchantName} requires two-factor authentication. Set it up in your account.`;
    throw new AppError("second_factor_needed", message);
  }
  const { merchantId, merchantName, role } = chosen;
  return { session, merchantId, merchantName, role };
}

/** Whether the merchant requires a second factor that this session has not given. */
export function isFactorMissing(membership: MembershipRow, session: SessionRow): boolean {
  return membership.requiresSecondFactor && session.secondFactorAt === null;
}

/** Returns the viewer of a payout, refund or review, which determines what they may decide. */
export function viewerOf({ session, role }: Pick<Member, "session" | "role">): Viewer {
  return { userId: session.user.id, mayPayOut: isAllowed(role, "payout.create") };
}
