import { alreadyInvited, answer, type Inviter, writeInvitation } from "@/lib/accounts/invite-member";
import type { InviteMerchantInput, SentInvitation } from "@/lib/accounts/schema";
import { newInvitationLink } from "@/lib/accounts/send-invitation";
import { sqlState, withTransaction } from "@/lib/db";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { limitAttempts } from "@/lib/merchants/limit-attempts";

const UNIQUE_VIOLATION = "23505";

/**
 * Invites an address to open a merchant of its own: for operators. Whoever accepts becomes its owner.
 * @throws AppError `rate_limited`; `invalid_request` naming `email` for who is invited already; `refused` for too many that wait
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
  // Two operators at once: there is no merchant to lock, and the database lets one of them write.
  return await command.catch((error: unknown) => {
    throw sqlState(error) === UNIQUE_VIOLATION ? alreadyInvited() : error;
  });
}
