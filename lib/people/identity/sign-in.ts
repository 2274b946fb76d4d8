import { database, withTransaction } from "@/lib/kernel/db";
import { clearSignInAttempts, countSignIn } from "@/lib/people/identity/limit-sign-in";
import { findKnownBrowser, isPasswordRight, pretendToCheck } from "@/lib/people/identity/password";
import { hasSecondFactor } from "@/lib/people/identity/second-factor-prove";
import { lockPerson, selectSecondFactor } from "@/lib/people/identity/second-factor-repo";
import { openSession, type SignInOrigin } from "@/lib/people/identity/sessions-repo";
import { openSecondStep } from "@/lib/people/identity/sign-in-step";
import { credentialsInput } from "@/lib/people/merchants/schema";
import { findUserByEmail, type UserRow } from "@/lib/people/merchants/users-repo";

export type SignInInput = SignInOrigin & { readonly email: unknown; readonly password: unknown };

/**
 * A session; or, for a person with a second factor, the step in which to show it, and no session.
 */
export type SignInOutcome =
  | { readonly userId: string; readonly sessionId: string; readonly stepId?: undefined }
  | { readonly userId: string; readonly stepId: string; readonly sessionId?: undefined };

/**
 * Opens a session, or the second step, for the right e-mail and password; null for anything else.
 * An unknown e-mail, a blocked user and a wrong password get the same answer after the same work.
 * @throws AppError `rate_limited` after too many attempts, right or wrong (decision 0035)
 */
export async function signIn(input: SignInInput, now: Date): Promise<SignInOutcome | null> {
  const parsed = credentialsInput.safeParse({ email: input.email, password: input.password });
  if (!parsed.success) return null;
  const { email, password } = parsed.data;
  const named = await findUserByEmail(database(), email);
  const browserId = named && findKnownBrowser(input.browserTokens ?? [], named, now);
  const tried = { purpose: "sign-in", account: email, ip: input.ip, browserId } as const;
  await countSignIn(tried, now);
  const user = await checkPassword(named, password);
  const outcome = user && (await letIn(user, input, now));
  if (outcome !== null) await clearSignInAttempts(tried, now);
  return outcome;
}

/**
 * Verifying a password takes time: under the lock of the person's row this checks again that the
 * password is still current and the person may sign in.
 */
function letIn(user: UserRow, from: SignInOrigin, now: Date): Promise<SignInOutcome | null> {
  return withTransaction(async (tx) => {
    await lockPerson(tx, user.id);
    const person = await selectSecondFactor(tx, user.id);
    if (person === null || person.isBlocked || person.passwordHash !== user.passwordHash) return null;
    if (hasSecondFactor(person)) return { userId: person.id, stepId: await openSecondStep(tx, person.id, now) };
    const session = await openSession(tx, { userId: person.id, secondFactorAt: null }, from, now);
    return { sessionId: session.id, userId: person.id };
  });
}

async function checkPassword(user: UserRow | null, password: string): Promise<UserRow | null> {
  if (user === null) {
    await pretendToCheck(password);
    return null;
  }
  const isRight = await isPasswordRight(user.passwordHash, password);
  return isRight && !user.isBlocked ? user : null;
}
