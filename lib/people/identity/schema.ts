import { z } from "zod";
import { MEMBER_ROLES } from "@/lib/people/merchants/role";
import { emailInput, nameInput, newPasswordInput, typedPasswordInput } from "@/lib/people/merchants/schema";

/**
 * Input for invitations, e-mail addresses and lost passwords, and the views that pages get. Safe
 * for the browser.
 */

/** The secret of a link as in the URL; a malformed one is treated as unknown. */
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
  /** The inviter's name. */
  invitedBy: z.string(),
  /** Of the current link: resending creates a new one. */
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** `expired`: the link has expired; resending renews it. */
  state: z.enum(["open", "expired"]),
});
export type InvitationView = z.output<typeof invitationView>;

export const invitationList = z.object({ items: z.array(invitationView) });

/** An invitation as it was created or resent. */
export const sentInvitation = z.object({
  invitation: invitationView,
  /** For manual delivery, shown only once: only if mail is disabled. Else null. */
  link: z.string().nullable(),
});
export type SentInvitation = z.output<typeof sentInvitation>;

export const acceptInvitationInput = z.object({
  token: linkToken,
  /** The name of the merchant to open, if the invitation names none. */
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
