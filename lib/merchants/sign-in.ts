import { hasSecondFactor } from "@/lib/accounts/second-factor-prove";
import { type SecondFactorRow, selectSecondFactor } from "@/lib/accounts/second-factor-repo";
import { openSecondStep } from "@/lib/accounts/sign-in-step";
import { database } from "@/lib/db";
import { forgetAttempts, limitAttempts } from "@/lib/merchants/limit-attempts";
import { openSession } from "@/lib/merchants/open-session";
import { isPasswordRight, pretendToCheck } from "@/lib/merchants/password";
import { credentialsInput } from "@/lib/merchants/schema";
import { findUserByEmail } from "@/lib/merchants/users-repo";

export type SignInInput = {
  readonly email: unknown;
  readonly password: unknown;
  readonly ip: string;
  readonly userAgent: string | null;
};

/** A session; or, for who has a second factor, the step in which it is to be shown, and no session. */
export type SignInOutcome =
  | { readonly userId: string; readonly sessionId: string; readonly stepId?: undefined }
  | { readonly userId: string; readonly stepId: string; readonly sessionId?: undefined };

/**
 * The right e-mail and password open a session, or the second step; null for anything else. An unknown e-mail, a blocked user and a wrong
 * password get the same answer after the same work.
 * @throws AppError `rate_limited` after too many attempts, right or wrong
 */
export async function signIn(input: SignInInput, now: Date): Promise<SignInOutcome | null> {
  const parsed = credentialsInput.safeParse({ email: input.email, password: input.password });
  if (!parsed.success) return null;
  const { email, password } = parsed.data;
  await limitAttempts("sign-in", { email, ip: input.ip }, now);
  const person = await checkPassword(email, password);
  if (person === null) return null;
  await forgetAttempts("sign-in", email);
  if (hasSecondFactor(person)) return { userId: person.id, stepId: await openSecondStep(person.id, now) };
  const session = await openSession(database(), { userId: person.id, secondFactorAt: null }, input, now);
  return { sessionId: session.id, userId: person.id };
}

async function checkPassword(email: string, password: string): Promise<SecondFactorRow | null> {
  const user = await findUserByEmail(database(), email);
  if (user === null) {
    await pretendToCheck(password);
    return null;
  }
  const isRight = await isPasswordRight(user.passwordHash, password);
  return isRight && !user.isBlocked ? selectSecondFactor(database(), user.id) : null;
}
