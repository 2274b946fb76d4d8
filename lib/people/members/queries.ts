import { hashOfLinkSecret } from "@/lib/kernel/crypto/secrets";
import { database } from "@/lib/kernel/db";
import type { InvitationView } from "@/lib/people/identity/schema";
import {
  findInvitationByHash,
  type Invitation,
  type InvitationScope,
  selectWaiting,
} from "@/lib/people/members/invitations-repo";
import type { MemberView } from "@/lib/people/members/members-schema";
import { selectMembers } from "@/lib/people/merchants/members-repo";
import { isAllowed, type MemberRole } from "@/lib/people/merchants/role";
import { findUserByEmail } from "@/lib/people/merchants/users-repo";

/**
 * Lists the members of a merchant, owners first. Account security is included only for those who
 * may change members.
 */
export async function listMembers(
  merchantId: string,
  viewer: { readonly userId: string; readonly role: MemberRole },
): Promise<{ items: MemberView[] }> {
  const seesSecurity = isAllowed(viewer.role, "member.change");
  const rows = await selectMembers(database(), merchantId);
  return {
    items: rows.map(({ userId, role, createdAt, user }) => ({
      userId,
      name: user.name,
      email: user.email,
      role,
      joinedAt: createdAt.toISOString(),
      isYou: userId === viewer.userId,
      isSuspended: user.isBlocked,
      safety: seesSecurity
        ? {
            hasSecondFactor: user.totpEnabledAt !== null || user.passkeys.length > 0,
            lastSeenAt: user.sessions[0]?.lastSeenAt.toISOString() ?? null,
          }
        : null,
    })),
  };
}

type InvitationState = "open" | "expired" | "used" | "revoked";

/** Returns the state of an invitation. Pure. */
export function invitationState(
  { acceptedAt, revokedAt, expiresAt }: Pick<Invitation, "acceptedAt" | "revokedAt" | "expiresAt">,
  now: Date,
): InvitationState {
  if (acceptedAt !== null) return "used";
  if (revokedAt !== null) return "revoked";
  return expiresAt > now ? "open" : "expired";
}

/**
 * For people with a link that no longer works. Reveals nothing beyond what the holder of the link
 * knows.
 */
export const INVALID_INVITATION_MESSAGES: Readonly<Record<Exclude<InvitationState, "open"> | "unknown", string>> = {
  expired: "This invitation has expired. Ask the person who invited you to send it again.",
  used: "This invitation was already used. Sign in instead.",
  revoked: "This invitation was revoked. Ask the person who invited you.",
  unknown:
    "This invitation is not valid: a newer one was sent, or the link is incomplete. Use the link in the latest mail, or ask the person who invited you.",
};

/**
 * Lists pending invitations, newest first, including expired ones, which can be resent or revoked.
 */
export async function listInvitations(scope: InvitationScope, now: Date): Promise<InvitationView[]> {
  return (await selectWaiting(database(), scope)).map((invitation) => toInvitationView(invitation, now));
}

export function toInvitationView(invitation: Invitation, now: Date): InvitationView {
  const { id, email, role, invitedBy, createdAt, expiresAt } = invitation;
  return {
    id,
    email,
    role,
    invitedBy,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    state: invitationState(invitation, now) === "expired" ? "expired" : "open",
  };
}

/** What the page behind an invitation's link shows, only to the holder of the link. */
export type InvitationPage =
  | { readonly state: "unknown" | "expired" | "used" | "revoked" }
  | {
      readonly state: "open";
      readonly email: string;
      readonly invitedBy: string;
      readonly to: { readonly merchantName: string; readonly role: NonNullable<Invitation["role"]> } | null;
      /** The address already has an account. */
      readonly hasAccount: boolean;
    };

export async function readInvitationPage(secret: string, now: Date): Promise<InvitationPage> {
  const invitation = await findBySecret(secret);
  if (invitation === null) return { state: "unknown" };
  const state = invitationState(invitation, now);
  if (state !== "open") return { state };
  const { email, invitedBy, merchantName, role } = invitation;
  const hasAccount = (await findUserByEmail(database(), email)) !== null;
  const to = merchantName === null || role === null ? null : { merchantName, role };
  return { state, email, invitedBy, to, hasAccount };
}

export async function findBySecret(secret: string): Promise<Invitation | null> {
  const tokenHash = hashOfLinkSecret(secret);
  return tokenHash && (await findInvitationByHash(database(), tokenHash));
}
