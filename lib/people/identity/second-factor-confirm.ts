import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError, wrongField } from "@/lib/kernel/errors";
import { clearAttempts, limitAttempts } from "@/lib/people/identity/limit-attempts";
import { consumeAssertion, verifyAssertion } from "@/lib/people/identity/passkey-verify";
import { isPasswordRight } from "@/lib/people/identity/password";
import { consumeCode, consumeRecovery, hasSecondFactor } from "@/lib/people/identity/second-factor-prove";
import { lockPerson, type SecondFactorRow, selectSecondFactor } from "@/lib/people/identity/second-factor-repo";
import type { ConfirmInput, ProofWays } from "@/lib/people/identity/second-factor-schema";
import { renewSession } from "@/lib/people/identity/session-queries";
import { consumeStep, selectOpenStep, waysOf } from "@/lib/people/identity/sign-in-step";
import { clearWrongConfirmations, recordWrongConfirmation } from "@/lib/people/identity/wrong-codes";

export type Confirmer = { readonly userId: string; readonly sessionId: string; readonly ip: string };

/**
 * Returns the ways in which the person can confirm their identity: the second factor if there is
 * one, else the password.
 */
export async function confirmWays(userId: string): Promise<ProofWays> {
  return waysOf(await requirePerson(userId));
}

/**
 * Records that the session's person has just confirmed their identity (see `fresh`), in a new
 * session that replaces it. A password counts only for people without a second factor. After five
 * wrong answers within an hour the person is notified by mail.
 * @returns the id of the new session
 * @throws AppError `invalid_request` naming `code` or `password`; `rate_limited`
 */
export async function confirmPerson(who: Confirmer, proof: ConfirmInput, now: Date): Promise<string> {
  const person = await requirePerson(who.userId);
  await limitAttempts("confirm", { email: who.sessionId, ip: who.ip }, now);
  const judged = await judge(person, proof, now);
  const renewed = await withTransaction(async (tx) => {
    await lockPerson(tx, person.id);
    if (!(await judged(tx))) return null;
    const isSecond = proof.kind !== "password";
    return renewSession(tx, who.sessionId, { confirmedAt: now, ...(isSecond && { secondFactorAt: now }) }, now);
  });
  if (renewed === null) {
    await recordWrongConfirmation(person.id, now);
    throw notRight(proof.kind);
  }
  await clearAttempts("confirm", who.sessionId);
  await clearWrongConfirmations(person.id);
  return renewed;
}

/**
 * Does the slow part of verification, before any transaction; the returned function consumes
 * single-use proofs.
 */
async function judge(person: SecondFactorRow, proof: ConfirmInput, now: Date): Promise<(tx: Tx) => Promise<boolean>> {
  if (proof.kind === "password") {
    const isRight = !hasSecondFactor(person) && (await isPasswordRight(person.passwordHash, proof.password));
    return () => Promise.resolve(isRight);
  }
  if (!hasSecondFactor(person)) return () => Promise.resolve(false);
  if (proof.kind === "recovery") return (tx) => consumeRecovery(tx, person, proof.code, now);
  if (proof.kind === "code") {
    return (tx) => (person.totpEnabledAt === null ? Promise.resolve(false) : consumeCode(tx, person, proof.code, now));
  }
  const step = await selectOpenStep(database(), proof.step, "use_passkey", now);
  const isOwn = step !== null && step.userId === person.id;
  const good = isOwn ? await verifyAssertion(proof.response, { challenge: step.challenge, userId: person.id }) : null;
  return async (tx) =>
    step !== null && good !== null && (await consumeStep(tx, step.id, now)) && consumeAssertion(tx, good, now);
}

async function requirePerson(userId: string): Promise<SecondFactorRow> {
  const person = await selectSecondFactor(database(), userId);
  if (person === null) throw new AppError("signed_out", "Sign in again.");
  return person;
}

const NOT_RIGHT = {
  password: { field: "password", message: "Wrong password." },
  code: { field: "code", message: "This code is wrong or was already used. Wait for the next one." },
  recovery: { field: "code", message: "This recovery code is wrong or was already used." },
  passkey: { field: "passkey", message: "That passkey was not accepted." },
} as const satisfies Record<ConfirmInput["kind"], { field: string; message: string }>;

function notRight(kind: ConfirmInput["kind"]): AppError {
  const { field, message } = NOT_RIGHT[kind];
  return wrongField(field, message);
}
