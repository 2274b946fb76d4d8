import { isIP } from "node:net";
import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { AppError } from "@/lib/kernel/errors";
import { notifyPerson } from "@/lib/people/identity/second-factor-mail";
import { type PasskeyRow, recordPasskeyUse, selectPasskeyByCredential } from "@/lib/people/identity/second-factor-repo";
import type { AssertionInput } from "@/lib/people/identity/second-factor-schema";

/** Returns where passkeys work. @throws AppError `refused` with the reason where they do not */
export function requirePasskeyPlace(): Extract<PasskeyPlace, { isAvailable: true }> {
  const place = passkeyPlace(env().BASE_URL);
  if (!place.isAvailable) throw new AppError("refused", place.reason);
  return place;
}

export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, "base64url"));
}

export function toBase64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}

/** A verified response. It takes effect once `consumeAssertion` has recorded it. */
export type GoodAssertion = { readonly passkey: PasskeyRow; readonly counter: bigint; readonly isBackedUp: boolean };

/**
 * Verifies an authenticator's response to `challenge`: created for this gateway, by a known passkey
 * (of `userId`, if given), with user verification. A counter that did not increase indicates a
 * cloned passkey: rejected, recorded and mailed.
 * @returns null for anything invalid
 */
export async function verifyAssertion(
  response: AssertionInput,
  expected: { readonly challenge: Uint8Array; readonly userId: string | null },
): Promise<GoodAssertion | null> {
  const passkey = await selectPasskeyByCredential(database(), fromBase64Url(response.id));
  if (passkey === null || passkey.user.isBlocked || expected.challenge.length === 0) return null;
  if (expected.userId !== null && passkey.userId !== expected.userId) return null;
  const info = await verified(response, expected.challenge, passkey);
  if (info === null) return null;
  const counter = BigInt(info.newCounter);
  const isCopied = (counter > 0n || passkey.counter > 0n) && counter <= passkey.counter;
  if (!isCopied) return { passkey, counter, isBackedUp: info.credentialBackedUp };
  await notifyOfCopy(passkey, counter);
  return null;
}

/** Records the use of the passkey; false if another response was faster. */
export function consumeAssertion(tx: Tx, good: GoodAssertion, at: Date): Promise<boolean> {
  const { passkey, counter, isBackedUp } = good;
  return recordPasskeyUse(tx, passkey.id, { counterBefore: passkey.counter, counter, isBackedUp, at });
}

async function verified(response: AssertionInput, challenge: Uint8Array, passkey: PasskeyRow) {
  const place = requirePasskeyPlace();
  try {
    const { verified: isGood, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: toBase64Url(challenge),
      expectedOrigin: place.origin,
      expectedRPID: place.rpId,
      requireUserVerification: true,
      // The counter is checked below, so that a cloned passkey is distinguished from an invalid
      // response.
      credential: { id: toBase64Url(passkey.credentialId), publicKey: passkey.publicKey, counter: 0 },
    });
    return isGood ? authenticationInfo : null;
  } catch {
    // The library throws for any mismatch: another origin, another challenge, no user verification.
    return null;
  }
}

async function notifyOfCopy(passkey: PasskeyRow, counter: bigint): Promise<void> {
  await withTransaction(async (tx) => {
    await recordAudit(tx, {
      actorId: passkey.userId,
      action: "passkey.refuse",
      target: passkey.id,
      detail: { name: passkey.name, counterKept: passkey.counter.toString(), counterShown: counter.toString() },
    });
    await notifyPerson(tx, passkey.userId, { kind: "passkey-copied", name: passkey.name });
  });
}

/** Where passkeys can be created and used. */
type PasskeyPlace =
  | {
      readonly isAvailable: true;
      /** The domain that they belong to. */
      readonly rpId: string;
      /** The origin of the page that may request them. */
      readonly origin: string;
    }
  | { readonly isAvailable: false; readonly reason: string };

/**
 * Browsers bind passkeys to a domain served over https, or to `localhost` (WebAuthn, section
 * 5.1.2); an IP address cannot have any. A gateway on this machine is reachable by `localhost` too,
 * so passkeys work there under that name.
 */
export function passkeyPlace(baseUrl: string): PasskeyPlace {
  const url = new URL(baseUrl);
  const host = url.hostname.replaceAll(/[[\]]/g, "");
  if (host === "127.0.0.1" || host === "::1") url.hostname = "localhost";
  else if (isIP(host) !== 0) {
    return {
      isAvailable: false,
      reason: "Passkeys need a domain name, and this gateway is opened by an IP address.",
    };
  }
  const isLocal = url.hostname === "localhost" || url.hostname.endsWith(".localhost");
  if (url.protocol !== "https:" && !isLocal) {
    return { isAvailable: false, reason: "Passkeys need https, and this gateway is opened over http." };
  }
  return { isAvailable: true, rpId: url.hostname, origin: url.origin };
}
