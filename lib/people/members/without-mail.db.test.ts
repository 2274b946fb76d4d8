import { expect, test } from "vitest";
import { database } from "@/lib/kernel/db";
import { askToChangeEmail, getEmailStanding } from "@/lib/people/identity/change-email";
import { resetPassword } from "@/lib/people/identity/change-password";
import { sendVerificationAgain } from "@/lib/people/identity/confirm-email";
import { askForReset, makeResetLink } from "@/lib/people/identity/send-reset-link";
import { signIn } from "@/lib/people/identity/sign-in";
import {
  IP,
  later,
  NEW_PASSWORD,
  NOW,
  newEmail,
  newPerson,
  newShop,
  PASSWORD,
  trailOf,
} from "@/lib/people/identity/testing/people";
import { signUp } from "@/lib/people/members/accept-invitation";
import { inviteMember } from "@/lib/people/members/invite-member";

const attempt = (email: string, password: string) => signIn({ email, password, ip: IP, userAgent: null }, later(1));
const secretIn = (url: string | null) => url?.split("/").at(-1) ?? "";

test("without mail the inviter gets the link, which proves no address", async () => {
  const email = newEmail();
  const { link } = await inviteMember({ ...(await newShop()), email, role: "viewer" }, NOW);
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/invitation\/[\w-]{43}$/);

  await signUp({ token: secretIn(link), name: "Grace", password: PASSWORD }, IP, NOW);

  expect(await database().user.findUnique({ where: { email } })).toMatchObject({ emailVerifiedAt: null });
  expect(await database().mail.count()).toBe(0);
});

test("operations that need mail report that it is disabled, whether or not the address is known", async () => {
  const { id, email } = await newPerson();
  const none = { code: "unavailable", message: expect.stringContaining("does not send e-mail") };
  await expect(askForReset(email, IP, NOW)).rejects.toMatchObject(none);
  await expect(askForReset("nobody@people.test", IP, NOW)).rejects.toMatchObject(none);
  await expect(sendVerificationAgain(id, NOW)).rejects.toMatchObject(none);
  const change = askToChangeEmail(
    { userId: id, sessionId: id, ip: IP },
    { email: newEmail(), password: PASSWORD },
    NOW,
  );
  await expect(change).rejects.toMatchObject(none);
  expect(await getEmailStanding(id, NOW)).toEqual({ email, isVerified: false, asked: null, sendsMail: false });
});

test("the operator's link sets a new password once, within an hour, and is recorded", async () => {
  const { id, email } = await newPerson();
  const { url } = await makeResetLink(email.toUpperCase(), NOW);
  const input = { token: secretIn(url), password: NEW_PASSWORD };

  await resetPassword(input, IP, later(0.9));

  await expect(resetPassword(input, IP, later(0.9))).rejects.toMatchObject({ code: "not_found" });
  expect([await attempt(email, PASSWORD), await attempt(email, NEW_PASSWORD)]).toEqual([null, expect.anything()]);
  expect((await trailOf(id)).map(({ action, actorId }) => [action, actorId])).toEqual([
    ["password.reset-link-by-operator", null],
    ["password.reset", id],
  ]);
  await expect(makeResetLink("nobody@people.test", NOW)).rejects.toMatchObject({ code: "not_found" });
});
