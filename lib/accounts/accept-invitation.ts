import { findBySecret } from "@/lib/accounts/invitation-queries";
import { invitationState, UNUSABLE_WORDS } from "@/lib/accounts/invitation-state";
import { type Invitation, markAccepted } from "@/lib/accounts/invitations-repo";
import { isInviterTrusted } from "@/lib/accounts/inviter-trust";
import { tellOfNewPayer } from "@/lib/accounts/payer-added";
import type { AcceptInvitationInput } from "@/lib/accounts/schema";
import { markEmailVerified } from "@/lib/accounts/verification-repo";
import { type Tx, withTransaction } from "@/lib/db";
import { AppError, invariant } from "@/lib/errors";
import { hashOfLinkSecret } from "@/lib/link-secret";
import { addMember } from "@/lib/merchants/add-member";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { createMerchant } from "@/lib/merchants/create-merchant";
import { lockMembers } from "@/lib/merchants/members-repo";
import { noteNewDecider } from "@/lib/merchants/note-new-decider";

/**
 * Accepts an invitation for somebody who is signed in already with the address that it was sent to: they become a member, or the owner of a new
 * merchant. A mailed link proves the address besides.
 * @returns the merchant
 * @throws AppError `not_found` for a link that works no more; `forbidden` to who has another address; `refused` to a member; `invalid_request`
 * naming `merchantName` when there is one to open
 */
export async function acceptInvitation(
  { token, merchantName }: AcceptInvitationInput,
  user: { readonly id: string; readonly email: string },
  now: Date,
): Promise<{ merchantId: string }> {
  const invitation = await findUsable(token, now);
  if (invitation.email !== user.email)
    throw new AppError("forbidden", `This invitation is for ${invitation.email}. Sign out, and open its link again.`);
  const merchantId = await withTransaction((tx) =>
    takeInvitation(tx, { invitation, token, userId: user.id, merchantName }, now),
  );
  return { merchantId };
}

/** An invitation that can be accepted. @throws AppError `not_found`, with what has become of it */
export async function findUsable(secret: string, now: Date): Promise<Invitation> {
  const invitation = await findBySecret(secret);
  const state = invitation === null ? "unknown" : invitationState(invitation, now);
  if (invitation !== null && state === "open") return invitation;
  throw new AppError("not_found", UNUSABLE_WORDS[state === "open" ? "unknown" : state]);
}

export type Taking = {
  readonly invitation: Invitation;
  readonly token: string;
  readonly userId: string;
  readonly merchantName: string | undefined;
};

/**
 * In the caller's transaction: the invitation is used, the person in, and it is written down. Judged under the merchant's lock, as taking it
 * back is, and by what who invited them may do now.
 * @returns the merchant
 * @throws AppError as above
 */
export async function takeInvitation(tx: Tx, taking: Taking, now: Date): Promise<string> {
  const { invitation, token, userId, merchantName } = taking;
  const members = invitation.merchantId === null ? null : await lockMembers(tx, invitation.merchantId);
  const isTrusted = await isInviterTrusted(tx, invitation, { members: members?.members ?? [], userId });
  const tokenHash = hashOfLinkSecret(token);
  if (tokenHash === null || !(await markAccepted(tx, tokenHash, userId, now))) await findUsableNow(token, now);
  if (!isTrusted) throw new AppError("not_found", UNUSABLE_WORDS.revoked);
  if (members?.members.some((one) => one.userId === userId))
    throw new AppError("refused", `You are a member of ${members.merchantName} already.`);
  if (invitation.isMailed) await markEmailVerified(tx, { userId, email: invitation.email }, now);
  const merchantId = await enter(tx, { invitation, userId, merchantName }, now);
  const { id, email, role, invitedById, invitedBy } = invitation;
  if (members !== null && role !== null)
    await tellOfNewPayer(tx, members, { merchantId, reference: id, email, role, by: invitedBy, how: "joined" });
  await recordAudit(tx, {
    actorId: userId,
    merchantId,
    action: "invitation.accept",
    target: id,
    detail: { invitedById },
    after: { email, role: role ?? "owner" },
  });
  return merchantId;
}

/** It was used, taken back or sent anew since it was looked at: this says which. */
async function findUsableNow(token: string, now: Date): Promise<never> {
  await findUsable(token, now);
  throw new AppError("not_found", UNUSABLE_WORDS.used);
}

async function enter(tx: Tx, { invitation, userId, merchantName }: Omit<Taking, "token">, now: Date): Promise<string> {
  const { merchantId, role } = invitation;
  if (merchantId === null) {
    if (merchantName === undefined)
      throw new AppError("invalid_request", "Name your shop.", { fields: { merchantName: ["Enter a name."] } });
    return (await createMerchant(tx, { name: merchantName, ownerUserId: userId })).id;
  }
  invariant(role, "an invitation to a merchant names the role");
  await addMember(tx, { merchantId, userId, role });
  await noteNewDecider(tx, merchantId, role, now);
  return merchantId;
}
