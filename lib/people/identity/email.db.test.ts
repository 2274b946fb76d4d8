import { expect, test, vi } from "vitest";
import { database } from "@/lib/kernel/db";
import { askToChangeEmail, getEmailStanding } from "@/lib/people/identity/change-email";
import { resetPassword } from "@/lib/people/identity/change-password";
import { completeSetup, issueSetupCode } from "@/lib/people/identity/complete-setup";
import { confirmEmail, readEmailToConfirm, sendVerificationAgain } from "@/lib/people/identity/confirm-email";
import { sendResetLink } from "@/lib/people/identity/send-reset-link";
import { signIn } from "@/lib/people/identity/sign-in";
import {
  IP,
  later,
  mailTo,
  NEW_PASSWORD,
  NOW,
  newEmail,
  newPerson,
  PASSWORD,
  proveAddress,
  secretOf,
  trailOf,
} from "@/lib/people/identity/testing/people";

vi.stubEnv("MAIL_FROM", "Chaintill <no-reply@pay.test>");

const gone = { code: "not_found" };
const userOf = (id: string) => database().user.findUniqueOrThrow({ where: { id } });
const signsIn = async (email: string, password = PASSWORD) =>
  (await signIn({ email, password, ip: IP, userAgent: null }, later(1))) !== null;

async function wantsAnother() {
  const person = await newPerson();
  const email = newEmail();
  await askToChangeEmail({ userId: person.id, sessionId: person.id, ip: IP }, { email, password: PASSWORD }, NOW);
  return { ...person, next: email, token: await secretOf(email, "change-email") };
}

test("set-up rejects a weak password, and mails a link that proves the address", async () => {
  const code = (await issueSetupCode()) ?? "";
  const input = {
    code,
    name: "Ada Lovelace",
    email: newEmail(),
    password: "Paper Lantern!",
    merchantName: "Paper Lantern",
  };
  await expect(completeSetup(input, IP, NOW)).rejects.toMatchObject({ fields: { password: [expect.any(String)] } });

  await completeSetup({ ...input, password: PASSWORD }, IP, NOW);

  const token = await secretOf(input.email, "verify-email");
  expect(await confirmEmail(token, IP, later(1))).toEqual({ email: input.email });
  const user = await database().user.findUnique({ where: { email: input.email } });
  expect(user).toMatchObject({ emailVerifiedAt: later(1) });
});

test("an unproven address locks nobody out; resending the link invalidates the earlier one", async () => {
  const { id, email } = await newPerson();
  expect(await signsIn(email)).toBe(true);
  await sendVerificationAgain(id, NOW);
  const first = await secretOf(email, "verify-email");
  await sendVerificationAgain(id, later(0.1));
  const second = await secretOf(email, "verify-email");

  await expect(confirmEmail(first, IP, later(0.2))).rejects.toMatchObject(gone);
  expect(await readEmailToConfirm(second, later(24))).toEqual({ email });
  await confirmEmail(second, IP, later(24));

  expect(await getEmailStanding(id, later(25))).toEqual({ email, isVerified: true, asked: null, sendsMail: true });
  await expect(confirmEmail(second, IP, later(24))).rejects.toMatchObject(gone);
  await expect(sendVerificationAgain(id, later(25))).rejects.toMatchObject({ code: "refused" });
  expect((await trailOf(id)).at(-1)).toEqual({ action: "email.prove", actorId: id, before: null, after: { email } });
});

test("at most five mails an hour are sent to an address", async () => {
  const { id } = await newPerson();
  for (let count = 0; count < 5; count += 1) await sendVerificationAgain(id, NOW);
  await expect(sendVerificationAgain(id, NOW)).rejects.toMatchObject({ code: "rate_limited" });
  await sendVerificationAgain(id, later(1.1));
});

test("an address changes when the new one is proven, and the old one is notified before and after", async () => {
  const { id, email, next, token } = await wantsAnother();
  expect(await mailTo(email, "change-email-asked")).toContain(next);
  expect([await signsIn(email), await signsIn(next)]).toEqual([true, false]);
  expect(await getEmailStanding(id, NOW)).toMatchObject({ email, asked: next });
  await proveAddress({ id });
  await sendResetLink(email, NOW);
  const reset = await secretOf(email, "reset-password");

  await confirmEmail(token, IP, later(1));

  expect(await userOf(id)).toMatchObject({ email: next, emailVerifiedAt: later(1) });
  expect([await signsIn(email), await signsIn(next)]).toEqual([false, true]);
  expect(await mailTo(email, "change-email-done")).toContain(next);
  // A link sent to a mailbox that may belong to somebody else by now.
  await expect(resetPassword({ token: reset, password: NEW_PASSWORD }, IP, NOW)).rejects.toMatchObject(gone);
  const [before, after] = [{ email }, { email: next }];
  expect((await trailOf(id)).filter(({ action }) => action !== "password.ask-reset")).toEqual([
    { action: "email.ask-change", actorId: id, before, after },
    { action: "email.change", actorId: id, before, after },
  ]);
});

test("a change needs the password, expires after a day, and is cancelled by a new password", async () => {
  const { id } = await newPerson();
  const wrong = askToChangeEmail(
    { userId: id, sessionId: id, ip: IP },
    { email: newEmail(), password: "not the password" },
    NOW,
  );
  await expect(wrong).rejects.toMatchObject({ fields: { password: [expect.any(String)] } });
  expect(await trailOf(id)).toEqual([]);

  const [late, reset] = [await wantsAnother(), await wantsAnother()];
  await expect(confirmEmail(late.token, IP, later(24))).rejects.toMatchObject(gone);
  await proveAddress(reset);
  await sendResetLink(reset.email, NOW);
  const token = await secretOf(reset.email, "reset-password");
  await resetPassword({ token, password: NEW_PASSWORD }, IP, NOW);
  await expect(confirmEmail(reset.token, IP, NOW)).rejects.toMatchObject(gone);
});

test("another user's address gets the same response, no link, and is never taken over", async () => {
  const [taken, person] = [await newPerson(), await newPerson()];
  await askToChangeEmail(
    { userId: person.id, sessionId: person.id, ip: IP },
    { email: taken.email, password: PASSWORD },
    NOW,
  );
  expect(await mailTo(taken.email, "change-email")).toContain("It already belongs to your account");
  expect(await mailTo(taken.email, "change-email")).not.toContain("/confirm-email/");

  // Two who want the same free address: the first to prove it gets it.
  const [one, other] = [await newPerson(), await newPerson()];
  const email = newEmail();
  const tokens: string[] = [];
  for (const { id } of [one, other]) {
    await askToChangeEmail({ userId: id, sessionId: id, ip: IP }, { email, password: PASSWORD }, NOW);
    tokens.push(await secretOf(email, "change-email"));
  }
  const outcomes = await Promise.allSettled(tokens.map((token) => confirmEmail(token, IP, NOW)));
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "refused" } });
});
