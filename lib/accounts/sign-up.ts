import { findUsable, takeInvitation } from "@/lib/accounts/accept-invitation";
import { assertPasswordAllowed } from "@/lib/accounts/password-rules";
import type { SignUpInput } from "@/lib/accounts/schema";
import { sendVerification } from "@/lib/accounts/send-verification";
import { database, sqlState, withTransaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { createUser } from "@/lib/merchants/create-user";
import { limitAttempts } from "@/lib/merchants/limit-attempts";
import { findUserByEmail } from "@/lib/merchants/users-repo";

const UNIQUE_VIOLATION = "23505";

/**
 * Makes an account for the address that an invitation was sent to, and accepts it, all or nothing. There is no other way to sign up.
 * @returns the address to sign in with
 * @throws AppError `not_found` for a link that works no more; `refused` where the address has an account; `invalid_request` naming `password`
 * or `merchantName`; `rate_limited`
 */
export async function signUp(input: SignUpInput, ip: string, now: Date): Promise<{ email: string }> {
  await limitAttempts("sign-up", { ip }, now);
  const { token, name, password, merchantName } = input;
  const invitation = await findUsable(token, now);
  const { email, isMailed } = invitation;
  if ((await findUserByEmail(database(), email)) !== null) throw hasAccount();
  const merchantNames = [merchantName, invitation.merchantName].filter((one) => typeof one === "string");
  assertPasswordAllowed("password", password, { email, name, merchantNames });
  const command = withTransaction(async (tx) => {
    const user = await createUser(tx, { email, name, password, isOperator: false });
    await takeInvitation(tx, { invitation, token, userId: user.id, merchantName }, now);
    if (!isMailed) await sendVerification(tx, { id: user.id, email, name }, now);
  });
  await command.catch((error: unknown) => {
    // Two invitations of one address at once: the other one made the account.
    throw sqlState(error) === UNIQUE_VIOLATION ? hasAccount() : error;
  });
  return { email };
}

function hasAccount(): AppError {
  return new AppError(
    "refused",
    "There is an account with this address. Sign in, and open the invitation's link again.",
  );
}
