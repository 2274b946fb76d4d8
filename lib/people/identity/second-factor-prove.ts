import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { openSecret } from "@/lib/kernel/crypto/secret-box";
import { database, type Tx } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { AppError } from "@/lib/kernel/errors";
import { selectPasskeys } from "@/lib/people/identity/passkey-repo";
import { passkeyPlace } from "@/lib/people/identity/passkey-verify";
import { notifyPerson } from "@/lib/people/identity/second-factor-mail";
import {
  type SecondFactorRow,
  selectSecondFactor,
  takeRecoveryCode,
  takeTotpStep,
} from "@/lib/people/identity/second-factor-repo";
import type { PasskeyPlaceView, SecondFactorView } from "@/lib/people/identity/second-factor-schema";
import { hashRecoveryCode, stepOfCode } from "@/lib/people/identity/second-factor-totp";

/** What a person's secret is sealed to. */
export function totpContext(userId: string): string {
  return `totp:${userId}`;
}

/** Whether anything besides the password is asked of this person. */
export function hasSecondFactor({ totpEnabledAt, passkeyCount }: SecondFactorRow): boolean {
  return totpEnabledAt !== null || passkeyCount > 0;
}

/** Takes a code of the person's app, once; also of an app that is just being set up. False for a wrong code and for one taken before. */
export async function takeCode(tx: Tx, person: SecondFactorRow, code: string, now: Date): Promise<boolean> {
  if (person.totpSecret === null) return false;
  const step = stepOfCode(openSecret(person.totpSecret, totpContext(person.id)), code, now);
  return step !== null && (await takeTotpStep(tx, person.id, step));
}

/** Uses up a recovery code, writes it down and mails it. False for one that is none, or was used. */
export async function takeRecovery(tx: Tx, person: SecondFactorRow, code: string, now: Date): Promise<boolean> {
  if (!(await takeRecoveryCode(tx, person.id, hashRecoveryCode(code), now))) return false;
  const left = Math.max(person.recoveryCodesLeft - 1, 0);
  await recordAudit(tx, { actorId: person.id, action: "recovery-code.use", target: person.id, detail: { left } });
  await notifyPerson(tx, person.id, { kind: "recovery-used", left });
  return true;
}

/** What the account page shows of a person's second factor. */
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

/** Where passkeys can be made and used, for the pages. */
export function getPasskeyPlace(): PasskeyPlaceView {
  const place = passkeyPlace(env().BASE_URL);
  return place.isAvailable ? { origin: place.origin, reason: null } : { origin: null, reason: place.reason };
}
