import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { headerLine } from "@/lib/kernel/mail/mail-address";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { takeHoldLocks } from "@/lib/people/guards/repo";
import { mailMember } from "@/lib/people/members/member-mail";
import { lockMember, type MemberChange } from "@/lib/people/members/remove-member";
import { recordNewDecider, transferCooldownToMerchant } from "@/lib/people/merchants/limits-repo";
import { membersPage, notifyOfFormerPayer } from "@/lib/people/merchants/mail-owners";
import { type LockedMembers, revokeInvitationsBy, updateMemberRole } from "@/lib/people/merchants/members-repo";
import { isAllowed, type MemberRole, ROLE_LABELS } from "@/lib/people/merchants/role";
import { NAME_CHARACTERS_MAX } from "@/lib/people/merchants/schema";
import { queueNotification } from "@/lib/people/notifications/notify-people";

/**
 * Gives a member another role, effective from their next request, and notifies them by mail; and
 * the owners too if exactly one of the old and the new role may pay out. If the member may no
 * longer change members, their pending invitations are revoked, and unsigned outflows that they
 * requested alone wait while they may not pay out. Setting the current role changes nothing.
 * `retryHeldSends` retries the merchant's waiting sends when a new payer joins.
 * @throws AppError `forbidden`, `not_found`; `refused` for the last owner
 */
export async function changeMemberRole(
  change: MemberChange & { readonly role: MemberRole },
  now: Date,
  retryHeldSends: (tx: Tx, merchantIds: readonly string[]) => Promise<void>,
): Promise<void> {
  const { merchantId, actorId, userId, role } = change;
  await withTransaction(async (tx) => {
    await takeHoldLocks(tx, [merchantId]);
    const { isLastOwner, ...team } = await lockMember(tx, change);
    const { merchantName, actor, member } = team;
    if (!isAllowed(actor.role, "member.change"))
      throw new AppError("forbidden", "Your role does not allow this. Ask an owner of the merchant.");
    if (member.role === role) return;
    if (isLastOwner) throw new AppError("refused", "This is the only owner. Make someone else an owner first.");
    await transferCooldownToMerchant(tx, change, { before: member.role, after: role });
    await updateMemberRole(tx, merchantId, userId, role);
    if (!isAllowed(member.role, "review.decide")) await recordNewDecider(tx, merchantId, role, now);
    const invitationsRevoked = isAllowed(role, "member.change")
      ? 0
      : await revokeInvitationsBy(tx, { merchantId, invitedById: userId }, now);
    await recordAudit(tx, {
      actorId,
      merchantId,
      action: "member.change-role",
      target: userId,
      detail: { member: member.email, ...(invitationsRevoked > 0 && { invitationsRevoked }) },
      before: { role: member.role },
      after: { role },
    });
    if (!isAllowed(member.role, "payout.create")) {
      await retryHeldSends(tx, [merchantId]);
      const reference = `${merchantId}:${userId}:${now.toISOString()}`;
      const raised = { merchantId, reference, email: member.email, role, by: actor.name, how: "raised" as const };
      await notifyOfNewPayer(tx, team, raised);
    } else await notifyOfFormerPayer(tx, { merchantId, actorId, email: member.email, role });
    await mailMember(tx, { merchantId, merchantName, member, by: actor, now }, { kind: "role", role });
  });
}

type NewPayer = {
  readonly merchantId: string;
  /**
   * Identifies what granted the role: an invitation or a role change. Nobody is notified twice of
   * the same one.
   */
  readonly reference: string;
  readonly email: string;
  readonly role: MemberRole;
  /** The name of who did it. */
  readonly by: string;
  readonly how: "joined" | "raised";
};

/**
 * Notifies every owner of a merchant, by mail and in the app, of who may pay out from now on and
 * could not before: an owner whose session was used to add them learns of it here. The mail cannot
 * be switched off. Other roles notify nobody. `members`: as they were before; suspended owners are
 * not notified.
 */
export async function notifyOfNewPayer(
  tx: Tx,
  { merchantName, members }: LockedMembers,
  payer: NewPayer,
): Promise<void> {
  const { merchantId, reference, email, role, how } = payer;
  if (!isAllowed(role, "payout.create")) return;
  const { article, summary } = ROLE_LABELS[role];
  // Older names may contain line breaks, which could pass for the mail's own text.
  const [shop, by] = [headerLine(merchantName, NAME_CHARACTERS_MAX), headerLine(payer.by, NAME_CHARACTERS_MAX)];
  for (const owner of members.filter((member) => member.role === "owner" && !member.isBlocked)) {
    const paragraphs = [
      `Hello ${owner.name},`,
      `${email} is now ${article} at ${shop}, ${how === "joined" ? "invited" : "changed"} by ${by}. ${summary}`,
      `If this is not intended, remove them immediately and change your password: ${membersPage()}`,
    ];
    await queueMail(tx, {
      kind: how === "joined" ? "member-joined" : "member-raised",
      reference: `${reference}:${owner.userId}`,
      recipient: owner.email,
      subject: `${email} is now ${article} at ${shop}`,
      text: `${paragraphs.join("\n\n")}\n`,
    });
  }
  await queueNotification(tx, { kind: "payer_added", merchantId, reference, detail: { email, role, by } });
}
