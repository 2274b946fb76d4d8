import { z } from "zod";
import { MEMBER_ROLES } from "@/lib/people/merchants/role";
import { emailInput, nameInput, newPasswordInput, typedPasswordInput } from "@/lib/people/merchants/schema";

/**
 * What people send about invitations, their address and a lost password, and what the pages are
 * told. Safe for the browser.
 */

/**
 * The secret of a link as it stands in the address; what cannot be one is treated as one that is
 * not known.
 */
const linkToken = z.string().max(200);

export const inviteMemberInput = z.object({ email: emailInput, role: z.enum(MEMBER_ROLES) });
export type InviteMemberInput = z.output<typeof inviteMemberInput>;

export const inviteMerchantInput = z.object({ email: emailInput });
export type InviteMerchantInput = z.output<typeof inviteMerchantInput>;

export const invitationView = z.object({
  id: z.uuid(),
  email: z.string(),
  /** Null: to open a merchant of their own. */
  role: z.enum(MEMBER_ROLES).nullable(),
  /** Name of whoever invited. */
  invitedBy: z.string(),
  /** Of the link that works now: sending it again makes a new one. */
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** `expired`: the link's time is over; sending it again brings it back. */
  state: z.enum(["open", "expired"]),
});
export type InvitationView = z.output<typeof invitationView>;

export const invitationList = z.object({ items: z.array(invitationView) });

/** An invitation as it was made or sent again. */
export const sentInvitation = z.object({
  invitation: invitationView,
  /**
   * To be handed over by hand, and shown this once: only where the installation sends no mails.
   * Else null.
   */
  link: z.string().nullable(),
});
export type SentInvitation = z.output<typeof sentInvitation>;

export const acceptInvitationInput = z.object({
  token: linkToken,
  /** Of the merchant to open, where the invitation has none. */
  merchantName: nameInput.optional(),
});
export type AcceptInvitationInput = z.output<typeof acceptInvitationInput>;

export const signUpInput = acceptInvitationInput.extend({ name: nameInput, password: newPasswordInput });
export type SignUpInput = z.output<typeof signUpInput>;

export const forgotPasswordInput = z.object({ email: emailInput });

export const resetPasswordInput = z.object({ token: linkToken, password: newPasswordInput });
export type ResetPasswordInput = z.output<typeof resetPasswordInput>;

export const changeEmailInput = z.object({ email: emailInput, password: typedPasswordInput });
export type ChangeEmailInput = z.output<typeof changeEmailInput>;

export const confirmEmailInput = z.object({ token: linkToken });
