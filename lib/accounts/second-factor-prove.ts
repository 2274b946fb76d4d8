import { hashRecoveryCode } from "@/lib/accounts/recovery-codes";
import { notifyPerson } from "@/lib/accounts/second-factor-mail";
import { type SecondFactorRow, takeRecoveryCode, takeTotpStep } from "@/lib/accounts/second-factor-repo";
import { stepOfCode } from "@/lib/accounts/second-factor-totp";
import type { Tx } from "@/lib/db";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { openSecret } from "@/lib/secret-box";

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
