import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { hashOfLinkSecret } from "@/lib/kernel/crypto/secrets";
import { database, sqlState, type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError, invariant } from "@/lib/kernel/errors";
import { createUser } from "@/lib/people/identity/complete-setup";
import { sendVerification } from "@/lib/people/identity/confirm-email";
import { limitAttempts } from "@/lib/people/identity/limit-attempts";
import { markEmailVerified } from "@/lib/people/identity/links-repo";
import { assertPasswordAllowed } from "@/lib/people/identity/password-rules";
import type { AcceptInvitationInput, SignUpInput } from "@/lib/people/identity/schema";
import { notifyOfNewPayer } from "@/lib/people/members/change-member-role";
import { type Invitation, lockPeople, markAccepted } from "@/lib/people/members/invitations-repo";
import { findBySecret, INVALID_INVITATION_MESSAGES, invitationState } from "@/lib/people/members/queries";
import { createMerchant } from "@/lib/people/merchants/create-merchant";
import { recordNewDecider } from "@/lib/people/merchants/limits-repo";
import { addMember, type LockedMembers, lockMembers } from "@/lib/people/merchants/members-repo";
import { isAllowed } from "@/lib/people/merchants/role";
import { findUserByEmail } from "@/lib/people/merchants/users-repo";

const UNIQUE_VIOLATION = "23505";

/**
 * Creates an account for the address that an invitation was sent to, and accepts it, all or
 * nothing. There is no other way to sign up.
 * @returns the address to sign in with
 * @throws AppError `not_found` for a link that no longer works; `refused` if the address has an
 *   account; `invalid_request` naming `password` or `merchantName`; `rate_limited`
 */
export async function signUp(input: SignUpInput, ip: string, now: Date): Promise<{ email: string }> {
  await limitAttempts("sign-up", { ip }, now);
  const { token, name, password, merchantName } = input;
  const invitation = await findUsable(token, now);
  const { email, isMailed } = invitation;
  if ((await findUserByEmail(database(), email)) !== null) throw hasAccount();
  const merchantNames = [merchantName, invitation.merchantName].filter((one) => typeof one === "string");
  assertPasswordAllowed("password", password, { email, name, merchantNames });
  const command = withTransaction(async (tx) => {
    const user = await createUser(tx, { email, name, password, isOperator: false });
    await consumeInvitation(tx, { invitation, token, userId: user.id, merchantName }, now);
    if (!isMailed) await sendVerification(tx, { id: user.id, email, name }, now);
  });
  await command.catch((error: unknown) => {
    // Two concurrent invitations of one address: the other one created the account.
    throw sqlState(error) === UNIQUE_VIOLATION ? hasAccount() : error;
  });
  return { email };
}

function hasAccount(): AppError {
  return new AppError("refused", "An account with this address exists. Sign in, then open the invitation link again.");
}

/**
 * Accepts an invitation for a person signed in with the invited address: they become a member, or
 * the owner of a new merchant. A mailed link also proves the address.
 * @returns the merchant
 * @throws AppError `not_found` for a link that no longer works; `forbidden` for another address;
 *   `refused` for a member; `invalid_request` naming `merchantName` if there is one to open
 */
export async function acceptInvitation(
  { token, merchantName }: AcceptInvitationInput,
  user: { readonly id: string; readonly email: string },
  now: Date,
): Promise<{ merchantId: string }> {
  const invitation = await findUsable(token, now);
  if (invitation.email !== user.email)
    throw new AppError("forbidden", `This invitation is for ${invitation.email}. Sign out, then open the link again.`);
  const merchantId = await withTransaction((tx) =>
    consumeInvitation(tx, { invitation, token, userId: user.id, merchantName }, now),
  );
  return { merchantId };
}

/**
 * Returns an invitation that can be accepted. @throws AppError `not_found`, with what became of it
 */
export async function findUsable(secret: string, now: Date): Promise<Invitation> {
  const invitation = await findBySecret(secret);
  const state = invitation === null ? "unknown" : invitationState(invitation, now);
  if (invitation !== null && state === "open") return invitation;
  throw new AppError("not_found", INVALID_INVITATION_MESSAGES[state === "open" ? "unknown" : state]);
}

export type Taking = {
  readonly invitation: Invitation;
  readonly token: string;
  readonly userId: string;
  readonly merchantName: string | undefined;
};

/**
 * Marks the invitation as used, adds the person and records it, in the caller's transaction.
 * Checked under the merchant's lock, as revoking is, and against what the inviter may do now.
 * @returns the merchant
 * @throws AppError as above
 */
export async function consumeInvitation(tx: Tx, taking: Taking, now: Date): Promise<string> {
  const { invitation, token, userId, merchantName } = taking;
  const members = invitation.merchantId === null ? null : await lockMembers(tx, invitation.merchantId);
  const isTrusted = await isInviterTrusted(tx, invitation, { members: members?.members ?? [], userId });
  const tokenHash = hashOfLinkSecret(token);
  if (tokenHash === null || !(await markAccepted(tx, tokenHash, userId, now))) await findUsableNow(token, now);
  if (!isTrusted) throw new AppError("not_found", INVALID_INVITATION_MESSAGES.revoked);
  if (members?.members.some((one) => one.userId === userId))
    throw new AppError("refused", `You are already a member of ${members.merchantName}.`);
  if (invitation.isMailed) await markEmailVerified(tx, { userId, email: invitation.email }, now);
  const merchantId = await enter(tx, { invitation, userId, merchantName }, now);
  const { id, email, role, invitedById, invitedBy } = invitation;
  if (members !== null && role !== null)
    await notifyOfNewPayer(tx, members, { merchantId, reference: id, email, role, by: invitedBy, how: "joined" });
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

/** The invitation was used, revoked or resent since it was read: throws the matching error. */
async function findUsableNow(token: string, now: Date): Promise<never> {
  await findUsable(token, now);
  throw new AppError("not_found", INVALID_INVITATION_MESSAGES.used);
}

async function enter(tx: Tx, { invitation, userId, merchantName }: Omit<Taking, "token">, now: Date): Promise<string> {
  const { merchantId, role } = invitation;
  if (merchantId === null) {
    if (merchantName === undefined)
      throw new AppError("invalid_request", "Enter a shop name.", { fields: { merchantName: ["Enter a name."] } });
    return (await createMerchant(tx, { name: merchantName, ownerUserId: userId })).id;
  }
  invariant(role, "an invitation to a merchant names the role");
  await addMember(tx, { merchantId, userId, role });
  await recordNewDecider(tx, merchantId, role, now);
  return merchantId;
}

/**
 * Returns whether the inviter may still send the invitation: not suspended, and at this time
 * allowed to change the merchant's members, or an operator if it is to open a merchant. The rows of
 * the inviter and of the invitee are locked until the transaction ends, so that suspending them
 * waits.
 */
async function isInviterTrusted(
  tx: Tx,
  { merchantId, invitedById }: Pick<Invitation, "merchantId" | "invitedById">,
  { members, userId }: { readonly members: LockedMembers["members"]; readonly userId: string },
): Promise<boolean> {
  const inviter = (await lockPeople(tx, [invitedById, userId])).find(({ id }) => id === invitedById);
  if (inviter === undefined || inviter.isBlocked) return false;
  if (merchantId === null) return inviter.isOperator;
  return members.some((one) => one.userId === invitedById && isAllowed(one.role, "member.change"));
}
