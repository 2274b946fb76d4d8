import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { notifyPerson } from "@/lib/people/identity/second-factor-mail";
import { hasSecondFactor } from "@/lib/people/identity/second-factor-prove";
import { clearTotp, deletePasskeys, replaceRecoveryCodes } from "@/lib/people/identity/second-factor-repo";
import { lockedPerson } from "@/lib/people/identity/second-factor-set-up";
import { revokeUserSessions } from "@/lib/people/identity/sessions-repo";
import { emailInput } from "@/lib/people/merchants/schema";
import { findUserByEmail } from "@/lib/people/merchants/users-repo";

export type RemovedSecondFactor = { readonly email: string; readonly hadTotp: boolean; readonly passkeys: number };

/**
 * Removes everything but the password from somebody's account after they lost it: run by an
 * operator with a shell on the server, who has verified the person. Signs out their browsers; they
 * sign in with the password.
 * @throws AppError `not_found` for an unknown e-mail; `refused` if there is nothing to remove
 */
export async function removeSecondFactor(email: string, now: Date): Promise<RemovedSecondFactor> {
  return withTransaction(async (tx) => {
    const user = await findUserByEmail(tx, emailInput.parse(email));
    if (user === null) throw new AppError("not_found", `No account has the e-mail address ${email}.`);
    const person = await lockedPerson(tx, user.id);
    if (!hasSecondFactor(person))
      throw new AppError("refused", `${user.email} does not use two-factor authentication.`);
    const hadTotp = person.totpEnabledAt !== null;
    await clearTotp(tx, user.id);
    const passkeys = await deletePasskeys(tx, user.id);
    await replaceRecoveryCodes(tx, user.id, []);
    await revokeUserSessions(tx, user.id, "all", now);
    await recordAudit(tx, {
      actorId: null,
      action: "second-factor.remove-by-operator",
      target: user.id,
      detail: { totp: hadTotp, passkeys },
    });
    await notifyPerson(tx, user.id, { kind: "removed-by-operator" });
    return { email: user.email, hadTotp, passkeys };
  });
}
