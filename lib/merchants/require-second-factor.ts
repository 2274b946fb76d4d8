import { database, withTransaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { mailOwners } from "@/lib/merchants/mail-owners";
import { selectRequiresSecondFactor, updateRequiresSecondFactor } from "@/lib/merchants/merchants-repo";
import type { SessionRow } from "@/lib/merchants/sessions-repo";

/** Whether every member of the merchant needs a second factor. */
export function isSecondFactorRequired(merchantId: string): Promise<boolean> {
  return selectRequiresSecondFactor(database(), merchantId);
}

/**
 * Switches whether every member needs a second factor. It holds from the next request of everybody: who has none can do nothing but set one
 * up. Saying again what is so already changes nothing.
 * @throws AppError `refused` for an owner who has none, and would lock themselves out
 */
export async function requireSecondFactor(
  who: { readonly merchantId: string; readonly session: SessionRow },
  isRequired: boolean,
): Promise<void> {
  const { merchantId, session } = who;
  if (isRequired && session.secondFactorAt === null) {
    throw new AppError("refused", "Set up your own second factor first: it would be asked of you as well.");
  }
  await withTransaction(async (tx) => {
    if (!(await updateRequiresSecondFactor(tx, merchantId, isRequired))) return;
    await recordAudit(tx, {
      actorId: session.user.id,
      merchantId,
      action: "member.require-second-factor",
      target: merchantId,
      before: { requiresSecondFactor: !isRequired },
      after: { requiresSecondFactor: isRequired },
    });
    await mailOwners(tx, { merchantId, actorId: session.user.id }, { kind: "factor-asked", isRequired });
  });
}
