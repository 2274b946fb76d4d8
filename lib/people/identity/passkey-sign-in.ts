import { generateAuthenticationOptions } from "@simplewebauthn/server";
import { database, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { limitAttempts } from "@/lib/people/identity/limit-attempts";
import {
  consumeAssertion,
  fromBase64Url,
  requirePasskeyPlace,
  toBase64Url,
  verifyAssertion,
} from "@/lib/people/identity/passkey-verify";
import { selectPasskeys } from "@/lib/people/identity/second-factor-repo";
import type { AssertionInput, PasskeyRequest } from "@/lib/people/identity/second-factor-schema";
import { openSession, type SignInOrigin } from "@/lib/people/identity/sessions-repo";
import {
  consumeStep,
  findSecondStep,
  insertSignInStep,
  type SignedIn,
  STEP_SECONDS,
  selectOpenStep,
  storeChallenge,
} from "@/lib/people/identity/sign-in-step";

/**
 * Requests any passkey of this gateway from an authenticator. @throws AppError `refused` where
 * passkeys do not work; `rate_limited`
 */
export async function askForPasskey(ip: string, now: Date): Promise<PasskeyRequest> {
  await limitAttempts("passkey", { ip }, now);
  return ask(null, now);
}

/** Requests one of this person's passkeys, to confirm their identity again. */
export function askPersonForPasskey(userId: string, now: Date): Promise<PasskeyRequest> {
  return ask(userId, now);
}

/**
 * Requests a passkey of the person whose password was right, in the pending second step. @throws
 * AppError `signed_out`
 */
export async function askForPasskeyInStep(stepId: string | undefined, now: Date): Promise<PasskeyRequest> {
  const found = await findSecondStep(stepId, now);
  if (found === null) throw new AppError("signed_out", "This took too long. Start again with your password.");
  const options = await optionsFor(found.person.id);
  await storeChallenge(database(), found.step.id, fromBase64Url(options.challenge));
  return { step: found.step.id, options: { ...options } };
}

/**
 * Signs in with a passkey alone: it is in the person's possession and has verified them, so it
 * counts as both factors. Null if it is invalid, or the step has ended; each challenge is answered
 * once.
 * @throws AppError `rate_limited`
 */
export async function signInWithPasskey(
  answer: { readonly step: string; readonly response: AssertionInput },
  from: SignInOrigin,
  now: Date,
): Promise<SignedIn | null> {
  await limitAttempts("passkey", { ip: from.ip }, now);
  const step = await selectOpenStep(database(), answer.step, "use_passkey", now);
  if (step === null || step.userId !== null) return null;
  const good = await verifyAssertion(answer.response, { challenge: step.challenge, userId: null });
  if (good === null) return null;
  return withTransaction(async (tx) => {
    if (!(await consumeStep(tx, step.id, now)) || !(await consumeAssertion(tx, good, now))) return null;
    const { userId } = good.passkey;
    return { userId, sessionId: (await openSession(tx, { userId, secondFactorAt: now }, from, now)).id };
  });
}

async function ask(userId: string | null, now: Date): Promise<PasskeyRequest> {
  const options = await optionsFor(userId);
  const expiresAt = new Date(now.getTime() + STEP_SECONDS * 1000);
  const challenge = fromBase64Url(options.challenge);
  const step = await insertSignInStep(database(), { kind: "use_passkey", userId, challenge, expiresAt }, now);
  return { step, options: { ...options } };
}

async function optionsFor(userId: string | null) {
  const { rpId } = requirePasskeyPlace();
  const passkeys = userId === null ? [] : await selectPasskeys(database(), userId);
  return generateAuthenticationOptions({
    rpID: rpId,
    userVerification: "required",
    timeout: STEP_SECONDS * 1000,
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({
      id: toBase64Url(credentialId),
      transports: [...transports],
    })),
  });
}
