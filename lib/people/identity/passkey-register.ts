import { generateRegistrationOptions, verifyRegistrationResponse } from "@simplewebauthn/server";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { database, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { fromBase64Url, requirePasskeyPlace, toBase64Url } from "@/lib/people/identity/passkey-verify";
import { notifyPerson } from "@/lib/people/identity/second-factor-mail";
import { hasSecondFactor } from "@/lib/people/identity/second-factor-prove";
import {
  deletePasskey,
  insertPasskey,
  selectPasskeyByCredential,
  selectPasskeys,
  updatePasskeyName,
} from "@/lib/people/identity/second-factor-repo";
import type { AddPasskeyInput, AttestationInput, PasskeyRequest } from "@/lib/people/identity/second-factor-schema";
import {
  beginSecondFactor,
  endSecondFactor,
  lockedPerson,
  type NewFactor,
  type SecurityActor,
} from "@/lib/people/identity/second-factor-set-up";
import { consumeStep, insertSignInStep, STEP_SECONDS, selectOpenStep } from "@/lib/people/identity/sign-in-step";

/** More than anybody uses; limits what one person can store. */
const PASSKEYS_MAX = 20;

export type PasskeyOwner = { readonly id: string; readonly email: string; readonly name: string };

/**
 * Creates the request to an authenticator for a passkey that can sign in without an e-mail. @throws
 * AppError `refused` where passkeys do not work
 */
export async function startPasskey(owner: PasskeyOwner, now: Date): Promise<PasskeyRequest> {
  const { rpId } = requirePasskeyPlace();
  const known = await selectPasskeys(database(), owner.id);
  if (known.length >= PASSKEYS_MAX)
    throw new AppError("refused", `You can have at most ${PASSKEYS_MAX} passkeys. Remove one first.`);
  const options = await generateRegistrationOptions({
    rpName: "Chaintill",
    rpID: rpId,
    userName: owner.email,
    userDisplayName: owner.name,
    userID: new Uint8Array(Buffer.from(owner.id.replaceAll("-", ""), "hex")),
    timeout: STEP_SECONDS * 1000,
    attestationType: "none",
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: toBase64Url(credentialId),
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  const expiresAt = new Date(now.getTime() + STEP_SECONDS * 1000);
  const challenge = fromBase64Url(options.challenge);
  const kind = "add_passkey";
  const step = await insertSignInStep(database(), { kind, userId: owner.id, challenge, expiresAt }, now);
  return { step, options: { ...options } };
}

/**
 * Stores the passkey that an authenticator created. The first one is a second factor: the person's
 * other browsers are signed out.
 * @throws AppError `refused` if the response does not match the challenge, or arrives too late or
 *   twice
 */
export async function addPasskey(who: SecurityActor, input: AddPasskeyInput, now: Date): Promise<NewFactor> {
  const step = await selectOpenStep(database(), input.step, "add_passkey", now);
  if (step === null || step.userId !== who.userId) throw tooLate();
  const made = await verified(input.response, step.challenge);
  if (await selectPasskeyByCredential(database(), made.credentialId)) throw notAccepted();
  return withTransaction(async (tx) => {
    const person = await lockedPerson(tx, who.userId);
    if (!(await consumeStep(tx, step.id, now))) throw tooLate();
    const { transports } = input.response.response;
    const { id } = await insertPasskey(tx, { ...made, transports, userId: person.id, name: input.name });
    const detail = { name: input.name };
    await recordAudit(tx, { actorId: person.id, action: "passkey.add", target: id, detail });
    await notifyPerson(tx, person.id, { kind: "passkey-added", name: input.name });
    return beginSecondFactor(tx, who, person, now);
  });
}

async function verified(response: AttestationInput, challenge: Uint8Array) {
  const place = requirePasskeyPlace();
  const judged = await verifyRegistrationResponse({
    response,
    expectedChallenge: toBase64Url(challenge),
    expectedOrigin: place.origin,
    expectedRPID: place.rpId,
    requireUserVerification: true,
  }).catch(() => null);
  if (!judged?.verified) throw notAccepted();
  const { credential, credentialBackedUp } = judged.registrationInfo;
  return {
    credentialId: fromBase64Url(credential.id),
    publicKey: new Uint8Array(credential.publicKey),
    counter: BigInt(credential.counter),
    isBackedUp: credentialBackedUp,
  };
}

function tooLate(): AppError {
  return new AppError("refused", "This took too long. Start again.");
}

function notAccepted(): AppError {
  return new AppError("refused", "That passkey was not accepted. Try again, or with another device.");
}

/** @throws AppError `not_found` when the person has no such passkey */
export async function renamePasskey(userId: string, id: string, name: string): Promise<void> {
  await withTransaction(async (tx) => {
    if (!(await updatePasskeyName(tx, userId, id, name))) throw gone();
    await recordAudit(tx, { actorId: userId, action: "passkey.rename", target: id, detail: { name } });
  });
}

/**
 * Removes a passkey, which then signs nobody in any more. Removing the last second factor also
 * removes the recovery codes, and the second-factor proofs of sessions. @throws AppError
 * `not_found`
 */
export async function removePasskey(userId: string, id: string): Promise<void> {
  await withTransaction(async (tx) => {
    await lockedPerson(tx, userId);
    const name = await deletePasskey(tx, userId, id);
    if (name === null) throw gone();
    if (!hasSecondFactor(await lockedPerson(tx, userId))) await endSecondFactor(tx, userId);
    await recordAudit(tx, { actorId: userId, action: "passkey.remove", target: id, detail: { name } });
    await notifyPerson(tx, userId, { kind: "passkey-removed", name });
  });
}

function gone(): AppError {
  return new AppError("not_found", "This passkey was already removed.");
}
