import type { Invitation } from "@/lib/accounts/invitations-repo";

export type InvitationState = "open" | "expired" | "used" | "revoked";

/** What has become of an invitation. Pure. */
export function invitationState(
  { acceptedAt, revokedAt, expiresAt }: Pick<Invitation, "acceptedAt" | "revokedAt" | "expiresAt">,
  now: Date,
): InvitationState {
  if (acceptedAt !== null) return "used";
  if (revokedAt !== null) return "revoked";
  return expiresAt > now ? "open" : "expired";
}

/** For people who have a link that works no more. Nothing in it tells more than who has the link knows. */
export const UNUSABLE_WORDS: Readonly<Record<Exclude<InvitationState, "open"> | "unknown", string>> = {
  expired: "This invitation has run out. Ask whoever invited you to send it again.",
  used: "This invitation was used already. Sign in instead.",
  revoked: "This invitation was taken back. Ask whoever invited you.",
  unknown:
    "This invitation does not work: a newer one was sent, or the link is not whole. Look for the newest mail, or ask whoever invited you.",
};
