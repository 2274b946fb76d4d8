import { expect, test, vi } from "vitest";
import { database, withTransaction } from "@/lib/kernel/db";
import { askToChangeEmail } from "@/lib/people/identity/change-email";
import { changePassword } from "@/lib/people/identity/change-password";
import { hashPassword } from "@/lib/people/identity/password";
import { lockPerson } from "@/lib/people/identity/second-factor-repo";
import { signIn } from "@/lib/people/identity/sign-in";
import { IP, later, NEW_PASSWORD, NOW, newEmail, newPerson, PASSWORD } from "@/lib/people/identity/testing/people";
import { updateUserPassword } from "@/lib/people/merchants/users-repo";
import { countLockWaits } from "@/lib/testing/lock-waits";

vi.stubEnv("MAIL_FROM", "Chaintill <no-reply@pay.test>");

/**
 * The owner sets a new password (by a link, say) while somebody who knows the old one acts: the old
 * password was verified just before the change, and the action takes effect after it.
 */
async function overtaken(userId: string, act: () => Promise<unknown>): Promise<unknown> {
  const next = await hashPassword(NEW_PASSWORD);
  let ended: { readonly error: unknown } | null = null;
  const end = (error: unknown) => {
    ended = { error };
  };
  let acting: Promise<void> = Promise.resolve();
  await withTransaction(async (tx) => {
    await lockPerson(tx, userId);
    acting = act().then(() => end(null), end);
    await expect.poll(async () => ended !== null || (await countLockWaits()) > 0).toBe(true);
    await updateUserPassword(tx, userId, next, later(1));
  });
  await acting;
  return (ended as { readonly error: unknown } | null)?.error;
}

const signsIn = async (email: string, password: string) =>
  (await signIn({ email, password, ip: IP, userAgent: null }, later(2))) !== null;

test("a password change verified just before another one cannot follow it", async () => {
  const { id, email } = await newPerson();
  const session = await signIn({ email, password: PASSWORD, ip: IP, userAgent: null }, NOW);
  const who = { userId: id, sessionId: session?.sessionId ?? "", ip: IP };
  const change = { current: PASSWORD, next: "the thief's own password" };

  const error = await overtaken(id, () => changePassword(who, change, NOW));

  expect(error).toMatchObject({ code: "invalid_request", fields: { current: [expect.any(String)] } });
  expect(await signsIn(email, change.next)).toBe(false);
  expect(await signsIn(email, NEW_PASSWORD)).toBe(true);
});

test("an e-mail change verified just before it cannot follow it either", async () => {
  const { id } = await newPerson();
  const change = { email: newEmail(), password: PASSWORD };

  const error = await overtaken(id, () => askToChangeEmail({ userId: id, sessionId: id, ip: IP }, change, NOW));

  expect(error).toMatchObject({ code: "invalid_request", fields: { password: [expect.any(String)] } });
  expect(await database().accountLink.count({ where: { userId: id } })).toBe(0);
});
