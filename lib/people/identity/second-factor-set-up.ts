import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { sealSecret } from "@/lib/kernel/crypto/secrets";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { AppError, wrongField } from "@/lib/kernel/errors";
import { clearAttempts, limitAttempts } from "@/lib/people/identity/limit-attempts";
import { isPasswordRight } from "@/lib/people/identity/password";
import { notifyPerson } from "@/lib/people/identity/second-factor-mail";
import {
  consumeCode,
  consumeRecovery,
  hashRecoveryCode,
  hasSecondFactor,
  newRecoveryCodes,
  newTotpSecret,
  totpContext,
  totpUri,
} from "@/lib/people/identity/second-factor-prove";
import {
  clearTotp,
  enableTotp,
  lockPerson,
  replaceRecoveryCodes,
  type SecondFactorRow,
  selectSecondFactor,
  storeTotpSecret,
} from "@/lib/people/identity/second-factor-repo";
import { type StartedTotp, type TurnOffTotpInput, totpCodeInput } from "@/lib/people/identity/second-factor-schema";
import { renewSession } from "@/lib/people/identity/session-queries";
import { clearSecondFactorProofs, revokeUserSessions } from "@/lib/people/identity/sessions-repo";
import { clearWrongConfirmations, recordWrongConfirmation } from "@/lib/people/identity/wrong-codes";

/** A signed-in person who changes their account security. */
export type SecurityActor = { readonly userId: string; readonly sessionId: string; readonly ip: string };

/**
 * Creates a secret for an authenticator app after checking the password. It has no effect until a
 * code of it was entered; starting again creates another.
 * @throws AppError `invalid_request` naming `password`; `refused` when an app is set up;
 *   `rate_limited`
 */
export async function startTotp(who: SecurityActor, password: string, now: Date): Promise<StartedTotp> {
  const secret = newTotpSecret();
  const email = await changeSafely(who, password, now, async (tx, person) => {
    if (!(await storeTotpSecret(tx, person.id, sealSecret(secret, totpContext(person.id))))) throw alreadyOn();
    return person.email;
  });
  return { secret, uri: totpUri(secret, email, new URL(env().BASE_URL).hostname) };
}

/**
 * The result of adding a factor: recovery codes, shown only once (null for who has theirs), and the
 * session that continues.
 */
export type NewFactor = { readonly recoveryCodes: string[] | null; readonly sessionId: string };

/**
 * Enables the app after a right code. Signs out the person's other browsers: they showed a password
 * alone.
 * @throws AppError `invalid_request` naming `code`; `refused`; `rate_limited`
 */
export async function confirmTotp(who: SecurityActor, code: string, now: Date): Promise<NewFactor> {
  return await askedOnce(who, now, async (tx) => {
    const person = await lockedPerson(tx, who.userId);
    if (person.totpEnabledAt !== null) throw alreadyOn();
    if (!(await consumeCode(tx, person, code, now))) throw wrongCode();
    if (!(await enableTotp(tx, person.id, now))) throw alreadyOn();
    await recordAudit(tx, {
      actorId: person.id,
      action: "second-factor.add",
      target: person.id,
      detail: { kind: "totp" },
    });
    await notifyPerson(tx, person.id, { kind: "totp-on" });
    return beginSecondFactor(tx, who, person, now);
  });
}

/**
 * Follows the addition of a first factor besides the password: creates recovery codes, replaces
 * this session with one that counts as having shown the factor, and ends every other session, which
 * has not. Does none of that for a further factor. Neither case counts as a confirmation of
 * identity: a thief could add a factor of their own to be asked for it from then on.
 */
export async function beginSecondFactor(
  tx: Tx,
  who: SecurityActor,
  before: SecondFactorRow,
  now: Date,
): Promise<NewFactor> {
  if (hasSecondFactor(before)) return { recoveryCodes: null, sessionId: who.sessionId };
  const sessionId = await renewSession(tx, who.sessionId, { secondFactorAt: now }, now);
  await revokeUserSessions(tx, who.userId, { except: sessionId }, now);
  return { recoveryCodes: await issueRecoveryCodes(tx, who.userId), sessionId };
}

/**
 * Follows the removal of the last factor besides the password: deletes the recovery codes and all
 * sessions' second-factor proofs.
 */
export async function endSecondFactor(tx: Tx, userId: string): Promise<void> {
  await replaceRecoveryCodes(tx, userId, []);
  await clearSecondFactorProofs(tx, userId);
}

/** Removes the app after checking the password and a code (or a recovery code, if it is lost). */
export async function turnOffTotp(who: SecurityActor, input: TurnOffTotpInput, now: Date): Promise<void> {
  await changeSafely(who, input.password, now, async (tx, person) => {
    if (person.totpEnabledAt === null) throw new AppError("refused", "No authenticator app is set up.");
    const code = totpCodeInput.safeParse(input.code);
    const isShown = code.success
      ? await consumeCode(tx, person, code.data, now)
      : await consumeRecovery(tx, person, input.code, now);
    if (!isShown) throw wrongCode();
    await clearTotp(tx, person.id);
    if (person.passkeyCount === 0) await endSecondFactor(tx, person.id);
    await recordAudit(tx, {
      actorId: person.id,
      action: "second-factor.remove",
      target: person.id,
      detail: { kind: "totp" },
    });
    await notifyPerson(tx, person.id, { kind: "totp-off" });
  });
}

/**
 * Creates a new set of recovery codes that replaces the previous one; shown only once. @throws
 * AppError `refused` without a second factor
 */
export function renewRecoveryCodes(userId: string): Promise<string[]> {
  return withTransaction(async (tx) => {
    const person = await lockedPerson(tx, userId);
    if (!hasSecondFactor(person))
      throw new AppError("refused", "Recovery codes need two-factor authentication. Set it up first.");
    await recordAudit(tx, { actorId: userId, action: "recovery-codes.renew", target: userId });
    await notifyPerson(tx, userId, { kind: "recovery-renewed" });
    return issueRecoveryCodes(tx, userId);
  });
}

async function issueRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(tx, userId, codes.map(hashRecoveryCode));
  return codes;
}

/** Serialises changes for a person, after checking the password. */
async function changeSafely<Result>(
  who: SecurityActor,
  password: string,
  now: Date,
  change: (tx: Tx, person: SecondFactorRow) => Promise<Result>,
): Promise<Result> {
  return await askedOnce(who, now, async (tx) => {
    const person = await lockedPerson(tx, who.userId);
    if (await isPasswordRight(person.passwordHash, password)) return change(tx, person);
    throw new AppError("invalid_request", "The password is wrong.", {
      fields: { password: ["Wrong password."] },
    });
  });
}

/**
 * Counts the attempt together with the session's other identity checks; records a wrong password or
 * code, and clears the count after a right one.
 */
async function askedOnce<Result>(
  { userId, sessionId, ip }: SecurityActor,
  now: Date,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  await limitAttempts("confirm", { email: sessionId, ip }, now);
  const result = await withTransaction(work).catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === "invalid_request") await recordWrongConfirmation(userId, now);
    throw error;
  });
  await clearAttempts("confirm", sessionId);
  await clearWrongConfirmations(userId);
  return result;
}

/**
 * Returns the person with their row locked until the transaction ends. @throws AppError
 * `signed_out`
 */
export async function lockedPerson(tx: Tx, userId: string): Promise<SecondFactorRow> {
  await lockPerson(tx, userId);
  const person = await selectSecondFactor(tx, userId);
  if (person === null) throw new AppError("signed_out", "Sign in again.");
  return person;
}

function alreadyOn(): AppError {
  return new AppError("refused", "An authenticator app is already set up. Turn it off first.");
}

function wrongCode(): AppError {
  return wrongField("code", "This code is wrong or was already used. Wait for the next one.");
}
