import { readCookie, readSessionId, sessionCookieName } from "@/lib/fronts/dashboard/cookies";
import { chosenOf, type MerchantChoice } from "@/lib/fronts/dashboard/merchant-choice";
import { AppError } from "@/lib/kernel/errors";
import type { Viewer } from "@/lib/money-out/payouts/dashboard-schema";
import { findSession, listMemberships } from "@/lib/people/identity/session-queries";
import type { SessionRow } from "@/lib/people/identity/sessions-repo";
import type { MembershipRow } from "@/lib/people/merchants/merchants-repo";
import { isAllowed, type MemberRole } from "@/lib/people/merchants/role";

/** A signed-in person at work for one of their merchants. */
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
 * The member behind a session, at the merchant that is meant.
 * @throws AppError `forbidden` when they are none there; `second_factor_needed` when the merchant
 *   asks for one and none was shown
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

/** Whether the merchant asks for a second factor that was not shown in this session. */
export function isFactorMissing(membership: MembershipRow, session: SessionRow): boolean {
  return membership.requiresSecondFactor && session.secondFactorAt === null;
}

/** Who looks at a payout, refund or review, which decides what may be decided. */
export function viewerOf({ session, role }: Pick<Member, "session" | "role">): Viewer {
  return { userId: session.user.id, mayPayOut: isAllowed(role, "payout.create") };
}
