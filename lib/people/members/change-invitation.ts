import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { limitAttempts } from "@/lib/people/identity/limit-attempts";
import type { SentInvitation } from "@/lib/people/identity/schema";
import { findWaiting, type Invitation, markRevoked, replaceLink } from "@/lib/people/members/invitations-repo";
import { answer, type Inviter, lockAsInviter } from "@/lib/people/members/invite-member";
import { newInvitationLink } from "@/lib/people/members/send-invitation";

/**
 * Identifies an invitation: `merchantId` is null for invitations to open a merchant, which belong
 * to the operators.
 */
export type InvitationChange = {
  readonly id: string;
  readonly merchantId: string | null;
  readonly inviter: Inviter;
};

/**
 * Resends an invitation with a new link, valid for seven more days. The previous link stops
 * working.
 * @throws AppError `forbidden`, `rate_limited`; `not_found` if it is no longer pending, or belongs
 *   to another merchant
 */
export async function resendInvitation(change: InvitationChange, now: Date): Promise<SentInvitation> {
  const { id, merchantId, inviter } = change;
  // Each resend is a mail to the same mailbox, whichever merchants invite it.
  const waiting = await findWaiting(database(), { merchantId }, id);
  await limitAttempts("invite", { email: waiting?.email ?? id, ip: inviter.ip }, now);
  return await withTransaction(async (tx) => {
    const { email, role, merchantName } = await lockInvitation(tx, change);
    const link = newInvitationLink(now);
    if (!(await replaceLink(tx, id, { ...link.kept, invitedById: inviter.userId }))) throw gone();
    await recordAudit(tx, {
      actorId: inviter.userId,
      ...(merchantId !== null && { merchantId }),
      action: "invitation.resend",
      target: id,
      detail: { email },
    });
    const to = merchantName === null || role === null ? null : { merchantName, role };
    return await answer(tx, { id, scope: { merchantId }, email, inviter, to, link }, now);
  });
}

/**
 * Revokes an invitation: its link stops working.
 * @throws AppError `forbidden`; `not_found` if it is no longer pending, or belongs to another
 *   merchant
 */
export async function revokeInvitation(change: InvitationChange, now: Date): Promise<void> {
  const { id, merchantId, inviter } = change;
  await withTransaction(async (tx) => {
    const { email, role } = await lockInvitation(tx, change);
    if (!(await markRevoked(tx, { merchantId }, id, now))) throw gone();
    await recordAudit(tx, {
      actorId: inviter.userId,
      ...(merchantId !== null && { merchantId }),
      action: "invitation.revoke",
      target: id,
      before: { email, ...(role !== null && { role }) },
    });
  });
}

async function lockInvitation(tx: Tx, { id, merchantId, inviter }: InvitationChange): Promise<Invitation> {
  if (merchantId !== null) await lockAsInviter(tx, merchantId, inviter.userId);
  const invitation = await findWaiting(tx, { merchantId }, id);
  if (invitation === null) throw gone();
  return invitation;
}

function gone(): AppError {
  return new AppError("not_found", "This invitation is no longer pending: it was accepted or revoked.");
}
