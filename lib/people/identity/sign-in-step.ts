import { z } from "zod";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { countSignIn, forgetSignIn } from "@/lib/people/identity/limit-sign-in";
import { type GoodAssertion, judgeAssertion, takeAssertion } from "@/lib/people/identity/passkey-verify";
import { findKnownBrowser } from "@/lib/people/identity/password";
import { hasSecondFactor, takeCode, takeRecovery } from "@/lib/people/identity/second-factor-prove";
import { lockPerson, type SecondFactorRow, selectSecondFactor } from "@/lib/people/identity/second-factor-repo";
import type { ProofWays, SecondProof, WaitingStepView } from "@/lib/people/identity/second-factor-schema";
import { openSession, type SignInOrigin } from "@/lib/people/identity/sessions-repo";
import { countStepAttempt, insertSignInStep, selectOpenStep, takeStep } from "@/lib/people/identity/sign-in-step-repo";
import { forgetWrongCodes, noteWrongCode } from "@/lib/people/identity/wrong-codes";

/** Time to look for a phone. */
export const STEP_SECONDS = 10 * 60;
/** Then the password is asked again: whoever only knows that has few guesses at a time. */
const STEP_ATTEMPTS_MAX = 5;

const stepId = z.uuid();

export type SignedIn = { readonly sessionId: string; readonly userId: string };

/** The password was right, and a second factor is asked for. What is opened here can do nothing but show that. */
export function openSecondStep(tx: Tx, userId: string, now: Date): Promise<string> {
  const expiresAt = new Date(now.getTime() + STEP_SECONDS * 1000);
  const step = { kind: "second_factor", userId, challenge: new Uint8Array(), expiresAt } as const;
  return insertSignInStep(tx, step, now);
}

/** The step that waits, and whose it is; null when there is none, or it is over. */
export async function findSecondStep(id: string | undefined, now: Date) {
  if (!stepId.safeParse(id).success || id === undefined) return null;
  const step = await selectOpenStep(database(), id, "second_factor", now);
  const person = step?.userId ? await selectSecondFactor(database(), step.userId) : null;
  return step === null || person === null || person.isBlocked ? null : { step, person };
}

/** What a person can show in the place of, or besides, their password. */
export function waysOf(person: SecondFactorRow): ProofWays {
  return {
    password: !hasSecondFactor(person),
    code: person.totpEnabledAt !== null,
    passkey: person.passkeyCount > 0,
    recovery: hasSecondFactor(person) && person.recoveryCodesLeft > 0,
  };
}

/** The step that waits, as the sign-in page shows it. */
export async function getWaitingStep(id: string | undefined, now: Date): Promise<WaitingStepView> {
  const found = await findSecondStep(id, now);
  return { ways: found && waysOf(found.person) };
}

/** @throws AppError `signed_out`: the password is to be entered again */
function stepIsOver(): AppError {
  return new AppError(
    "signed_out",
    "This took too long, or there were too many wrong codes. Begin again with your password.",
  );
}

/**
 * The second step: opens a session for the right code, recovery code or passkey; null for a wrong one. A step takes five tries and one
 * success; codes are counted as passwords are (decision 0035), and only somebody who knows the password gets there.
 * @throws AppError `signed_out` when the step is over; `rate_limited`
 */
export async function takeSecondStep(
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
      ? await judgeAssertion(proof.response, { challenge: step.challenge, userId: person.id })
      : null;
  const sessionId = await withTransaction(async (tx) => {
    // A new password ends every step and every session: it waits for this one, or has ended the step already.
    await lockPerson(tx, person.id);
    if (!(await isShown(tx, person, proof, good, now))) return null;
    if (!(await takeStep(tx, step.id, now))) throw stepIsOver();
    return (await openSession(tx, { userId: person.id, secondFactorAt: now }, from, now)).id;
  });
  if (sessionId === null) {
    await noteWrongCode(person.id, now);
    return null;
  }
  if (proof.kind === "code") await forgetSignIn(tried, now);
  await forgetWrongCodes(person.id);
  return { sessionId, userId: person.id };
}

function isShown(
  tx: Tx,
  person: SecondFactorRow,
  proof: SecondProof,
  good: GoodAssertion | null,
  now: Date,
): Promise<boolean> {
  if (proof.kind === "recovery") return takeRecovery(tx, person, proof.code, now);
  if (proof.kind === "passkey") return good === null ? Promise.resolve(false) : takeAssertion(tx, good, now);
  return person.totpEnabledAt === null ? Promise.resolve(false) : takeCode(tx, person, proof.code, now);
}
