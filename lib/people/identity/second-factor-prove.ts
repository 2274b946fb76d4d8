import { createHash, randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { openSecret } from "@/lib/kernel/crypto/secrets";
import { database, type Tx } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { AppError } from "@/lib/kernel/errors";
import { passkeyPlace } from "@/lib/people/identity/passkey-verify";
import { notifyPerson } from "@/lib/people/identity/second-factor-mail";
import {
  consumeRecoveryCode,
  consumeTotpStep,
  type SecondFactorRow,
  selectPasskeys,
  selectSecondFactor,
} from "@/lib/people/identity/second-factor-repo";
import type { PasskeyPlaceView, SecondFactorView } from "@/lib/people/identity/second-factor-schema";

/** The context to which a person's secret is sealed. */
export function totpContext(userId: string): string {
  return `totp:${userId}`;
}

/** Returns whether this person must show more than the password. */
export function hasSecondFactor({ totpEnabledAt, passkeyCount }: SecondFactorRow): boolean {
  return totpEnabledAt !== null || passkeyCount > 0;
}

/**
 * Consumes a code of the person's app, also of an app that is being set up. False for a wrong or
 * already consumed code.
 */
export async function consumeCode(tx: Tx, person: SecondFactorRow, code: string, now: Date): Promise<boolean> {
  if (person.totpSecret === null) return false;
  const step = stepOfCode(openSecret(person.totpSecret, totpContext(person.id)), code, now);
  return step !== null && (await consumeTotpStep(tx, person.id, step));
}

/** Uses up a recovery code, records it and mails it. False for an unknown or used code. */
export async function consumeRecovery(tx: Tx, person: SecondFactorRow, code: string, now: Date): Promise<boolean> {
  if (!(await consumeRecoveryCode(tx, person.id, hashRecoveryCode(code), now))) return false;
  const left = Math.max(person.recoveryCodesLeft - 1, 0);
  await recordAudit(tx, { actorId: person.id, action: "recovery-code.use", target: person.id, detail: { left } });
  await notifyPerson(tx, person.id, { kind: "recovery-used", left });
  return true;
}

/** Returns what the account page shows of a person's second factor. */
export async function getSecondFactor(userId: string): Promise<SecondFactorView> {
  const [person, passkeys] = await Promise.all([
    selectSecondFactor(database(), userId),
    selectPasskeys(database(), userId),
  ]);
  if (person === null) throw new AppError("signed_out", "Sign in again.");
  return {
    isOn: hasSecondFactor(person),
    totpSince: person.totpEnabledAt?.toISOString() ?? null,
    passkeys: passkeys.map(({ id, name, isBackedUp, createdAt, lastUsedAt }) => ({
      id,
      name,
      isBackedUp,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft: person.recoveryCodesLeft,
    passkeyPlace: getPasskeyPlace(),
  };
}

/** Returns where passkeys can be created and used, for the pages. */
export function getPasskeyPlace(): PasskeyPlaceView {
  const place = passkeyPlace(env().BASE_URL);
  return place.isAvailable ? { origin: place.origin, reason: null } : { origin: null, reason: place.reason };
}

/** Recovery codes for a lost second factor. Pure except for randomness. */

const RECOVERY_CODE_COUNT = 10;

/** Crockford's base32: no letter looks like a digit. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const GROUPS = 4;
const GROUP_CHARACTERS = 4;

/** Creates ten codes of 80 random bits, formatted for writing down: `k3md-9f2p-x7qt-2bwh`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODE_COUNT }, newCode);
}

function newCode(): string {
  const group = () =>
    Array.from({ length: GROUP_CHARACTERS }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
  return Array.from({ length: GROUPS }, group).join("-");
}

/**
 * Returns what is stored of a code. A plain hash is enough: nobody guesses 80 random bits. Ignores
 * case, dashes and look-alike characters.
 */
export function hashRecoveryCode(code: string): Uint8Array<ArrayBuffer> {
  const plain = code
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, "")
    .replaceAll("o", "0")
    .replaceAll(/[il]/g, "1");
  return new Uint8Array(createHash("sha256").update(plain).digest());
}

/**
 * Codes of an authenticator app (RFC 6238), in the one form that every app supports: SHA-1, six
 * digits, 30 seconds. Pure.
 */

const FORM = { algorithm: "SHA1", digits: 6, period: 30 } as const;
const CODE = /^[0-9]{6}$/;
/** As long as the hash, as RFC 4226 recommends (section 4, R6). */
const SECRET_BYTES = 20;
/**
 * Clocks differ, and typing takes time: the previous and the next step are accepted too (RFC 6238,
 * section 5.2).
 */
const WINDOW_STEPS = 1;

/** Creates a secret in base32, the format that apps accept. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The content of the QR code: the app shows the gateway's host and the e-mail beside the codes. */
export function totpUri(secret: string, email: string, host: string): string {
  const issuer = `Chaintill ${host}`.replaceAll(":", " ");
  return new TOTP({ ...FORM, issuer, label: email, secret: Secret.fromBase32(secret) }).toString();
}

/**
 * Returns the time step of a code, within the window around `now`; null if it matches none. Each
 * step may be consumed once.
 */
export function stepOfCode(secret: string, code: string, now: Date): bigint | null {
  // The library compares bytes, and throws for six characters that take more than six bytes.
  if (!CODE.test(code)) return null;
  const timestamp = now.getTime();
  const delta = TOTP.validate({
    ...FORM,
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp,
    window: WINDOW_STEPS,
  });
  if (delta === null) return null;
  return BigInt(TOTP.counter({ period: FORM.period, timestamp }) + delta);
}
