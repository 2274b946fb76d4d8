import { assertPasswordAllowed } from "@/lib/accounts/password-rules";
import { sendVerification } from "@/lib/accounts/send-verification";
import { database, withTransaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { createMerchant } from "@/lib/merchants/create-merchant";
import { createUser } from "@/lib/merchants/create-user";
import { limitAttempts } from "@/lib/merchants/limit-attempts";
import type { SetupInput } from "@/lib/merchants/schema";
import { hashSetupCode } from "@/lib/merchants/setup-code";
import { closeSetup, isSetupDone } from "@/lib/merchants/setup-repo";

/**
 * The first start: creates the operator and a merchant that they own, and closes set-up for ever, all or nothing.
 * @throws AppError `refused` once it is closed; `invalid_request` naming `code` or `password`; `rate_limited`
 */
export async function completeSetup(input: SetupInput, ip: string, now: Date): Promise<void> {
  await limitAttempts("setup", { ip }, now);
  if (await isSetupDone(database())) throw new AppError("refused", "Set-up is closed. Sign in instead.");
  assertPasswordAllowed("password", input.password, { ...input, merchantNames: [input.merchantName] });
  await withTransaction(async (tx) => {
    if (!(await closeSetup(tx, hashSetupCode(input.code), now))) {
      throw new AppError("invalid_request", "That is not the code.", {
        fields: { code: ["This is not the code that the last start printed."] },
      });
    }
    const user = await createUser(tx, {
      email: input.email,
      name: input.name,
      password: input.password,
      isOperator: true,
    });
    const merchant = await createMerchant(tx, { name: input.merchantName, ownerUserId: user.id });
    await recordAudit(tx, { actorId: user.id, merchantId: merchant.id, action: "setup.complete", target: user.id });
    await sendVerification(tx, { id: user.id, email: input.email, name: input.name }, now);
  });
}
