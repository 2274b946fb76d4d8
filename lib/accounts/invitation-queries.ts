import { invitationState } from "@/lib/accounts/invitation-state";
import {
  findInvitationByHash,
  type Invitation,
  type InvitationScope,
  selectWaiting,
} from "@/lib/accounts/invitations-repo";
import type { InvitationView } from "@/lib/accounts/schema";
import { database } from "@/lib/db";
import { hashOfLinkSecret } from "@/lib/link-secret";
import { findUserByEmail } from "@/lib/merchants/users-repo";

/** Invitations that nobody has accepted yet, the newest first; those that ran out are among them, to be sent again or taken back. */
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

/** What the page behind an invitation's link shows: to whoever has the link, and to nobody else. */
export type InvitationPage =
  | { readonly state: "unknown" | "expired" | "used" | "revoked" }
  | {
      readonly state: "open";
      readonly email: string;
      readonly invitedBy: string;
      readonly to: { readonly merchantName: string; readonly role: NonNullable<Invitation["role"]> } | null;
      /** Somebody signs in with this address already. */
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
