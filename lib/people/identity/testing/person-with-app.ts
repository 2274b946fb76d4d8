import { Secret, TOTP } from "otpauth";
import { withTransaction } from "@/lib/kernel/db";
import { createUser } from "@/lib/people/identity/complete-setup";
import { confirmTotp, type SecurityActor, startTotp } from "@/lib/people/identity/second-factor-set-up";
import { signIn } from "@/lib/people/identity/sign-in";

export const PASSWORD = "a long enough password";
export const IP = "192.0.2.1";
export const FROM = { ip: IP, userAgent: null };

export type TestPerson = { readonly email: string; readonly who: SecurityActor };

/** Creates a person with a password alone, signed in at `now`. */
export async function newPerson(name: string, now: Date): Promise<TestPerson> {
  const email = `${name}@example.com`;
  const person = { email, name, password: PASSWORD, isOperator: false };
  const { id: userId } = await withTransaction((tx) => createUser(tx, person));
  const opened = await signIn({ email, password: PASSWORD, ...FROM }, now);
  return { email, who: { userId, sessionId: opened?.sessionId ?? "none", ip: IP } };
}

/** Returns the code that the app shows at `now`. */
export function codeAt(secret: string, now: Date): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now.getTime() });
}

export type PersonWithApp = TestPerson & { readonly secret: string; readonly recoveryCodes: readonly string[] };

/** Creates a person with an authenticator app, signed in; the code of `now` is used up. */
export async function newPersonWithApp(name: string, now: Date): Promise<PersonWithApp> {
  const person = await newPerson(name, now);
  const { secret } = await startTotp(person.who, PASSWORD, now);
  const { recoveryCodes, sessionId } = await confirmTotp(person.who, codeAt(secret, now), now);
  return { ...person, who: { ...person.who, sessionId }, secret, recoveryCodes: recoveryCodes ?? [] };
}

/** Enters the password; returns the step that waits for the second factor. */
export async function enterPassword(email: string, now: Date): Promise<string> {
  const opened = await signIn({ email, password: PASSWORD, ...FROM }, now);
  if (!opened?.stepId) throw new Error(`${email} was not asked for a second factor`);
  return opened.stepId;
}
