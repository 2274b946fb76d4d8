import { database } from "@/lib/db";
import { forgetAttempts, limitAttempts } from "@/lib/merchants/limit-attempts";
import { isPasswordRight, pretendToCheck } from "@/lib/merchants/password";
import { credentialsInput } from "@/lib/merchants/schema";
import { sessionExpiry } from "@/lib/merchants/session-life";
import { insertSession } from "@/lib/merchants/sessions-repo";
import { findUserByEmail, type UserRow } from "@/lib/merchants/users-repo";

export type SignInInput = {
  readonly email: unknown;
  readonly password: unknown;
  readonly ip: string;
  readonly userAgent: string | null;
};

const USER_AGENT_CHARACTERS_MAX = 300;

/**
 * Opens a session for the right e-mail and password; null for anything else. An unknown e-mail, a blocked user and a wrong
 * password get the same answer after the same work.
 * @throws AppError `rate_limited` after too many attempts, right or wrong
 */
export async function signIn(input: SignInInput, now: Date): Promise<{ sessionId: string; userId: string } | null> {
  const parsed = credentialsInput.safeParse({ email: input.email, password: input.password });
  if (!parsed.success) return null;
  const { email, password } = parsed.data;
  await limitAttempts("sign-in", { email, ip: input.ip }, now);
  const user = await checkPassword(email, password);
  if (user === null) return null;
  await forgetAttempts("sign-in", email);
  const session = await insertSession(database(), {
    userId: user.id,
    expiresAt: sessionExpiry(now),
    lastSeenAt: now,
    secondFactorAt: null,
    confirmedAt: now,
    ip: input.ip,
    userAgent: input.userAgent?.slice(0, USER_AGENT_CHARACTERS_MAX) ?? null,
  });
  return { sessionId: session.id, userId: user.id };
}

async function checkPassword(email: string, password: string): Promise<UserRow | null> {
  const user = await findUserByEmail(database(), email);
  if (user === null) {
    await pretendToCheck(password);
    return null;
  }
  const isRight = await isPasswordRight(user.passwordHash, password);
  return isRight && !user.isBlocked ? user : null;
}
