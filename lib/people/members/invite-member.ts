import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { sqlState, type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError, invariant, wrongField } from "@/lib/kernel/errors";
import { limitAttempts } from "@/lib/people/identity/limit-attempts";
import type { InviteMemberInput, InviteMerchantInput, SentInvitation } from "@/lib/people/identity/schema";
import {
  countWaiting,
  findWaiting,
  findWaitingFor,
  type InvitationScope,
  insertInvitation,
  replaceLink,
} from "@/lib/people/members/invitations-repo";
import { toInvitationView } from "@/lib/people/members/queries";
import { type NewLink, newInvitationLink, sendInvitation } from "@/lib/people/members/send-invitation";
import { lockMembers } from "@/lib/people/merchants/members-repo";
import { isAllowed, type MemberRole } from "@/lib/people/merchants/role";

/** The inviter and their IP address. */
export type Inviter = { readonly userId: string; readonly name: string; readonly ip: string };

/** More than any shop has people to invite at a time: each is an unsolicited mail. */
const WAITING_MAX = 50;

/**
 * Invites an address to a merchant. Nothing reveals to the inviter whether the address has an
 * account. An expired invitation of the same address is renewed.
 * @throws AppError `forbidden`, `rate_limited`; `invalid_request` naming `email` for a member and
 *   for an address that is invited already; `refused` for too many pending ones
 */
export async function inviteMember(
  { merchantId, inviter, email, role }: InviteMemberInput & { readonly merchantId: string; readonly inviter: Inviter },
  now: Date,
): Promise<SentInvitation> {
  await limitAttempts("invite", { email, ip: inviter.ip }, now);
  return await withTransaction(async (tx) => {
    const { merchantName, members } = await lockAsInviter(tx, merchantId, inviter.userId);
    if (members.some((member) => member.email === email))
      throw atEmail("This person is already a member of this merchant.");
    const link = newInvitationLink(now);
    const id = await writeInvitation(tx, { scope: { merchantId }, email, role, inviter, link }, now);
    const to = { merchantName, role };
    await recordAudit(tx, {
      actorId: inviter.userId,
      merchantId,
      action: "invitation.create",
      target: id,
      after: { email, role },
    });
    return await answer(tx, { id, scope: { merchantId }, email, inviter, to, link }, now);
  });
}

/**
 * Returns the members under the merchant's lock. @throws AppError `forbidden` if the user may not
 * change members now
 */
export async function lockAsInviter(tx: Tx, merchantId: string, userId: string) {
  const locked = await lockMembers(tx, merchantId);
  const actor = locked?.members.find((one) => one.userId === userId);
  if (!locked || !actor || !isAllowed(actor.role, "member.change"))
    throw new AppError("forbidden", "Your role does not allow this. Ask an owner of the merchant.");
  return locked;
}

type InvitationToWrite = {
  readonly scope: InvitationScope;
  readonly email: string;
  readonly role: MemberRole | null;
  readonly inviter: Inviter;
  readonly link: NewLink;
};

/** @throws AppError naming `email` when it is invited already; `refused` for too many */
export async function writeInvitation(tx: Tx, invitation: InvitationToWrite, now: Date): Promise<string> {
  const { scope, email, role, inviter, link } = invitation;
  const waiting = await findWaitingFor(tx, scope, email);
  const kept = { ...link.kept, role, invitedById: inviter.userId };
  if (waiting === null) {
    if ((await countWaiting(tx, scope)) >= WAITING_MAX)
      throw new AppError("refused", `${WAITING_MAX} invitations are pending. Revoke some of them first.`);
    return await insertInvitation(tx, { ...scope, ...kept, email });
  }
  if (waiting.expiresAt > now) throw alreadyInvited();
  await replaceLink(tx, waiting.id, kept);
  return waiting.id;
}

type InvitationToAnswer = Omit<InvitationToWrite, "role"> & {
  readonly id: string;
  readonly to: { readonly merchantName: string; readonly role: MemberRole } | null;
};

/** Sends the invitation, and returns its state. */
export async function answer(tx: Tx, sent: InvitationToAnswer, now: Date): Promise<SentInvitation> {
  const { id, scope, email, inviter, to, link } = sent;
  const shownLink = await sendInvitation(tx, { id, email, invitedBy: inviter.name, to }, link);
  const invitation = await findWaiting(tx, scope, id);
  invariant(invitation, "an invitation that was just written waits");
  return { invitation: toInvitationView(invitation, now), link: shownLink };
}

export function alreadyInvited(): AppError {
  return atEmail("This address is already invited. Resend or revoke that invitation.");
}

function atEmail(message: string): AppError {
  return wrongField("email", message);
}

const UNIQUE_VIOLATION = "23505";

/**
 * Invites an address to open a merchant of its own: for operators. The invitee becomes its owner.
 * @throws AppError `rate_limited`; `invalid_request` naming `email` for an address that is invited
 *   already; `refused` for too many pending ones
 */
export async function inviteMerchant(
  { inviter, email }: InviteMerchantInput & { readonly inviter: Inviter },
  now: Date,
): Promise<SentInvitation> {
  await limitAttempts("invite", { email, ip: inviter.ip }, now);
  const scope = { merchantId: null };
  const command = withTransaction(async (tx) => {
    const link = newInvitationLink(now);
    const id = await writeInvitation(tx, { scope, email, role: null, inviter, link }, now);
    const after = { email };
    await recordAudit(tx, { actorId: inviter.userId, action: "invitation.create", target: id, after });
    return await answer(tx, { id, scope, email, inviter, to: null, link }, now);
  });
  // Two concurrent operators: there is no merchant to lock, and the database lets one of them
  // write.
  return await command.catch((error: unknown) => {
    throw sqlState(error) === UNIQUE_VIOLATION ? alreadyInvited() : error;
  });
}
