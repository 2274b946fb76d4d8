import { resetPasswordPage } from "@/lib/accounts/account-pages";
import { makeAccountLink } from "@/lib/accounts/new-link";
import { withTransaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { emailInput } from "@/lib/merchants/schema";
import { findUserByEmail } from "@/lib/merchants/users-repo";

/**
 * A link for a new password, for the operator to hand over: where no mails are sent, or none arrive. Works once, for an hour.
 * @throws AppError `not_found` when nobody has the address; `refused` for a blocked person
 */
export async function makeResetLink(email: string, now: Date): Promise<{ email: string; url: string }> {
  return await withTransaction(async (tx) => {
    const user = await findUserByEmail(tx, emailInput.parse(email));
    if (user === null) throw new AppError("not_found", `Nobody has an account with ${email}.`);
    if (user.isBlocked) throw new AppError("refused", `${user.email} is blocked.`);
    const link = { userId: user.id, kind: "reset_password", email: user.email } as const;
    const { secret } = await makeAccountLink(tx, link, now);
    await recordAudit(tx, { actorId: null, action: "password.reset-link-by-operator", target: user.id });
    return { email: user.email, url: resetPasswordPage(secret) };
  });
}
