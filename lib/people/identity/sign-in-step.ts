import { z } from "zod";
import type { SignInStepKind } from "@/lib/generated/prisma/client";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { clearSignInAttempts, countSignIn } from "@/lib/people/identity/limit-sign-in";
import { consumeAssertion, type GoodAssertion, verifyAssertion } from "@/lib/people/identity/passkey-verify";
import { findKnownBrowser } from "@/lib/people/identity/password";
import { consumeCode, consumeRecovery, hasSecondFactor } from "@/lib/people/identity/second-factor-prove";
import { lockPerson, type SecondFactorRow, selectSecondFactor } from "@/lib/people/identity/second-factor-repo";
import type { ProofWays, SecondProof, WaitingStepView } from "@/lib/people/identity/second-factor-schema";
import { openSession, type SignInOrigin } from "@/lib/people/identity/sessions-repo";
import { clearWrongCodes, recordWrongCode } from "@/lib/people/identity/wrong-codes";

/** Time to find a phone. */
export const STEP_SECONDS = 10 * 60;
/**
 * Then the password is required again: an attacker who knows only that gets few guesses at a time.
 */
const STEP_ATTEMPTS_MAX = 5;

const stepId = z.uuid();

export type SignedIn = { readonly sessionId: string; readonly userId: string };

/**
 * Opens the second step after a right password. It permits nothing but showing the second factor.
 */
export function openSecondStep(tx: Tx, userId: string, now: Date): Promise<string> {
  const expiresAt = new Date(now.getTime() + STEP_SECONDS * 1000);
  const step = { kind: "second_factor", userId, challenge: new Uint8Array(), expiresAt } as const;
  return insertSignInStep(tx, step, now);
}

/** Returns the pending step and its person; null if there is none, or it has ended. */
export async function findSecondStep(id: string | undefined, now: Date) {
  if (!stepId.safeParse(id).success || id === undefined) return null;
  const step = await selectOpenStep(database(), id, "second_factor", now);
  const person = step?.userId ? await selectSecondFactor(database(), step.userId) : null;
  return step === null || person === null || person.isBlocked ? null : { step, person };
}

/** Returns what a person can show instead of, or besides, their password. */
export function waysOf(person: SecondFactorRow): ProofWays {
  return {
    password: !hasSecondFactor(person),
    code: person.totpEnabledAt !== null,
    passkey: person.passkeyCount > 0,
    recovery: hasSecondFactor(person) && person.recoveryCodesLeft > 0,
  };
}

/** Returns the pending step as the sign-in page shows it. */
export async function getWaitingStep(id: string | undefined, now: Date): Promise<WaitingStepView> {
  const found = await findSecondStep(id, now);
  return { ways: found && waysOf(found.person) };
}

/** @throws AppError `signed_out`: the password must be entered again */
function stepIsOver(): AppError {
  return new AppError(
    "signed_out",
    "This took too long, or there were too many wrong codes. Start again with your password.",
  );
}

/**
 * Completes the second step: opens a session for the right code, recovery code or passkey; null for
 * a wrong one. A step allows five attempts and one success; codes are counted as passwords are
 * (decision 0035), and only somebody who knows the password reaches this step.
 * @throws AppError `signed_out` when the step has ended; `rate_limited`
 */
export async function consumeSecondStep(
  id: string | undefined,
  proof: SecondProof,
  from: SignInOrigin,
  now: Date,
): Promise<SignedIn | null> {
  const found = await findSecondStep(id, now);
  if (found === null) throw stepIsOver();
  const { step, person } = found;
  if ((await countStepAttempt(database(), step.id, STEP_ATTEMPTS_MAX)) === null) throw stepIsOver();
  const browserId = findKnownBrowser(from.browserTokens ?? [], person, now);
  const tried = { purpose: "second-factor", account: person.id, ip: from.ip, browserId } as const;
  if (proof.kind === "code") await countSignIn(tried, now);
  const good =
    proof.kind === "passkey"
      ? await verifyAssertion(proof.response, { challenge: step.challenge, userId: person.id })
      : null;
  const sessionId = await withTransaction(async (tx) => {
    // A password change ends every step and every session: it waits for this lock, or has ended the
    // step already.
    await lockPerson(tx, person.id);
    if (!(await isShown(tx, person, proof, good, now))) return null;
    if (!(await consumeStep(tx, step.id, now))) throw stepIsOver();
    return (await openSession(tx, { userId: person.id, secondFactorAt: now }, from, now)).id;
  });
  if (sessionId === null) {
    await recordWrongCode(person.id, now);
    return null;
  }
  if (proof.kind === "code") await clearSignInAttempts(tried, now);
  await clearWrongCodes(person.id);
  return { sessionId, userId: person.id };
}

function isShown(
  tx: Tx,
  person: SecondFactorRow,
  proof: SecondProof,
  good: GoodAssertion | null,
  now: Date,
): Promise<boolean> {
  if (proof.kind === "recovery") return consumeRecovery(tx, person, proof.code, now);
  if (proof.kind === "passkey") return good === null ? Promise.resolve(false) : consumeAssertion(tx, good, now);
  return person.totpEnabledAt === null ? Promise.resolve(false) : consumeCode(tx, person, proof.code, now);
}

type SignInStepRow = {
  readonly id: string;
  readonly userId: string | null;
  /** What an authenticator must sign; empty if none was requested. */
  readonly challenge: Uint8Array;
};

type NewSignInStep = {
  readonly kind: SignInStepKind;
  readonly userId: string | null;
  readonly challenge: Uint8Array<ArrayBuffer>;
  readonly expiresAt: Date;
};

/** Inserts a step, and deletes expired ones. */
export async function insertSignInStep(tx: Tx, step: NewSignInStep, now: Date): Promise<string> {
  await tx.signInStep.deleteMany({ where: { expiresAt: { lt: now } } });
  return (await tx.signInStep.create({ data: step, select: { id: true } })).id;
}

/**
 * Returns a pending step; null if it was used, has expired, is of another kind or does not exist.
 */
export function selectOpenStep(tx: Tx, id: string, kind: SignInStepKind, now: Date): Promise<SignInStepRow | null> {
  return tx.signInStep.findFirst({
    where: { id, kind, usedAt: null, expiresAt: { gt: now } },
    select: { id: true, userId: true, challenge: true },
  });
}

/** Stores a challenge in a step that is pending already. */
export async function storeChallenge(tx: Tx, id: string, challenge: Uint8Array<ArrayBuffer>): Promise<void> {
  await tx.signInStep.updateMany({ where: { id, usedAt: null }, data: { challenge } });
}

/**
 * Counts one attempt before it is verified, and returns the new count; null if there were `most`
 * before. Parallel attempts are all counted.
 */
async function countStepAttempt(tx: Tx, id: string, most: number): Promise<number | null> {
  const rows = await tx.$queryRaw<{ attempts: number }[]>`
    UPDATE sign_in_steps SET attempts = attempts + 1
     WHERE id = ${id}::uuid AND used_at IS NULL AND attempts < ${most}
    RETURNING attempts`;
  return rows[0]?.attempts ?? null;
}

/**
 * Uses a step up; false if it was used already or has expired. Of two concurrent calls, one gets
 * true.
 */
export async function consumeStep(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { count } = await tx.signInStep.updateMany({
    where: { id, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  });
  return count === 1;
}
