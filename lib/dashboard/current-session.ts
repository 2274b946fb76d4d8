import { readCookie, readSessionId, sessionCookieName } from "@/lib/dashboard/session-cookie";
import { AppError } from "@/lib/errors";
import type { MemberRole } from "@/lib/merchants/role";
import type { MembershipView } from "@/lib/merchants/schema";
import { findSession, listMemberships } from "@/lib/merchants/session-queries";
import type { SessionRow } from "@/lib/merchants/sessions-repo";

/** Which of a person's merchants the pages show; only ever a choice among their memberships. */
export const MERCHANT_COOKIE = "chaintill.merchant";

/** A signed-in person at work for one of their merchants. */
export type Member = {
  readonly session: SessionRow;
  readonly merchantId: string;
  readonly merchantName: string;
  readonly role: MemberRole;
  /** All of the person's merchants, for the switcher. */
  readonly memberships: readonly MembershipView[];
};

/** The live session of a request. @throws AppError `signed_out` */
export async function sessionOfRequest(request: Request, now: Date): Promise<SessionRow> {
  const cookie = readCookie(request.headers.get("cookie"), sessionCookieName());
  const session = await findSession(await readSessionId(cookie), now);
  if (session === null) throw new AppError("signed_out", "You are signed out. Sign in again.");
  return session;
}

/**
 * The member behind a session: for the chosen merchant, or their first.
 * @throws AppError `forbidden` when they have none; `second_factor_needed` when the merchant asks for one and none was shown
 */
export async function memberOf(session: SessionRow, chosenMerchantId: string | undefined): Promise<Member> {
  const memberships = await listMemberships(session.user.id);
  const chosen = memberships.find((membership) => membership.merchantId === chosenMerchantId) ?? memberships[0];
  if (chosen === undefined) throw new AppError("forbidden", "You are not a member of any merchant.");
  if (chosen.requiresSecondFactor && session.secondFactorAt === null) {
    const message = `${chosen.merchantName} asks every member for a second factor. Set one up in your account.`;
    throw new AppError("second_factor_needed", message);
  }
  return { session, merchantId: chosen.merchantId, merchantName: chosen.merchantName, role: chosen.role, memberships };
}

export function chosenMerchantOf(request: Request): string | undefined {
  return readCookie(request.headers.get("cookie"), MERCHANT_COOKIE);
}
