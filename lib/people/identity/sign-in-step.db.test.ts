import { encode } from "next-auth/jwt";
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { SESSION_CLAIM, sessionCookieName } from "@/lib/fronts/dashboard/cookies";
import { fresh, member, operator, person } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { MERCHANT_HEADER } from "@/lib/fronts/paths/routes";
import { database, withTransaction } from "@/lib/kernel/db";
import { env, requiredSetting } from "@/lib/kernel/env";
import { askToChangeEmail } from "@/lib/people/identity/change-email";
import { changePassword } from "@/lib/people/identity/change-password";
import { endHalfSignIns } from "@/lib/people/identity/links-repo";
import { confirmPerson, confirmWays } from "@/lib/people/identity/second-factor-confirm";
import { confirmTotp, renewRecoveryCodes, startTotp, turnOffTotp } from "@/lib/people/identity/second-factor-set-up";
import { findSession } from "@/lib/people/identity/session-queries";
import { openSession, revokeUserSessions, type SessionRow } from "@/lib/people/identity/sessions-repo";
import { signIn } from "@/lib/people/identity/sign-in";
import { consumeSecondStep, findSecondStep } from "@/lib/people/identity/sign-in-step";
import {
  codeAt,
  enterPassword,
  FROM,
  newPerson,
  newPersonWithApp,
  PASSWORD,
} from "@/lib/people/identity/testing/person-with-app";
import { createMerchant } from "@/lib/people/merchants/create-merchant";
import { addMember } from "@/lib/people/merchants/members-repo";
import { updateUserPassword } from "@/lib/people/merchants/users-repo";
import { requireSecondFactor } from "@/lib/people/settings/change-merchant-settings";
import { countLockWaits } from "@/lib/testing/lock-waits";

vi.stubEnv("MAIL_FROM", "no-reply@pay.test");
const NOW = new Date();
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const wrong = { kind: "code", code: "000000" } as const;
const mailsTo = (recipient: string) => database().mail.findMany({ where: { recipient } });

afterEach(() => database().attemptCounter.deleteMany());

/** Calls a page endpoint with a session's cookie. */
async function call(
  access: Parameters<typeof sessionEndpoint>[0]["access"],
  sessionId: string,
  merchantId?: string,
): Promise<[number, string]> {
  const respond = sessionEndpoint({ access, input: z.object({}), output: z.object({}), handle: async () => ({}) });
  const value = await encode({ token: { [SESSION_CLAIM]: sessionId }, secret: requiredSetting("AUTH_SECRET") });
  const shown = merchantId === undefined ? {} : { [MERCHANT_HEADER]: merchantId };
  const headers = { cookie: `${sessionCookieName()}=${value}`, origin: env().BASE_URL, ...shown };
  const answer = await respond(new Request(`${env().BASE_URL}/api/x`, { method: "POST", headers, body: "{}" }));
  const body: { error?: { code: string } } = await answer.json();
  return [answer.status, body.error?.code ?? ""];
}

test("the password alone opens no session, and the pending step opens no gate", async () => {
  const { email, who } = await newPersonWithApp("ann", NOW);
  const { id: merchantId } = await withTransaction((tx) =>
    createMerchant(tx, { name: "Shop", ownerUserId: who.userId }),
  );
  const opened = await signIn({ email, password: PASSWORD, ...FROM }, NOW);
  expect(opened?.sessionId).toBeUndefined();
  // Not even a session created by mistake, after the password or under the step's own id, is
  // accepted.
  const half = await openSession(database(), { userId: who.userId, secondFactorAt: null }, FROM, NOW);

  for (const id of [opened?.stepId ?? "", half.id]) {
    for (const gate of [
      person(),
      operator(),
      member("merchant.read"),
      fresh(person()),
      fresh(member("merchant.change")),
    ]) {
      expect([gate.name, ...(await call(gate as never, id, merchantId))]).toEqual([gate.name, 401, "signed_out"]);
    }
  }
  expect(await call(member("merchant.read") as never, who.sessionId, merchantId)).toEqual([200, ""]);
});

test("the second step opens one session with both factors, however many concurrent answers", async () => {
  const { email, secret, recoveryCodes } = await newPersonWithApp("ben", NOW);
  const step = await enterPassword(email, NOW);
  const now = later(60);
  const code = { kind: "code", code: codeAt(secret, now) } as const;
  const tries = await Promise.allSettled([
    consumeSecondStep(step, code, FROM, now),
    ...recoveryCodes.slice(0, 2).map((given) => consumeSecondStep(step, { kind: "recovery", code: given }, FROM, now)),
  ]);

  const opened = tries.flatMap((outcome) => (outcome.status === "fulfilled" && outcome.value ? [outcome.value] : []));
  expect(opened).toHaveLength(1);
  expect(await database().session.findUnique({ where: { id: opened[0]?.sessionId ?? "" } })).toMatchObject({
    secondFactorAt: now,
    confirmedAt: now,
  });
  await expect(consumeSecondStep(step, wrong, FROM, now)).rejects.toMatchObject({ code: "signed_out" });
});

test("five wrong answers end a step, and are mailed to the person once an hour", async () => {
  const { email, recoveryCodes } = await newPersonWithApp("cat", NOW);
  for (let round = 0; round < 2; round += 1) {
    const step = await enterPassword(email, NOW);
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, () => consumeSecondStep(step, { kind: "recovery", code: "nothing" }, FROM, NOW)),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    const right = { kind: "recovery", code: recoveryCodes[0] ?? "" } as const;
    await expect(consumeSecondStep(step, right, FROM, NOW)).rejects.toMatchObject({ code: "signed_out" });
  }
  expect((await mailsTo(email)).filter(({ subject }) => subject === "Someone has your password")).toHaveLength(1);
});

test("five wrong answers over several steps are mailed and audited once an hour; a right one clears the count", async () => {
  const { email, who, recoveryCodes } = await newPersonWithApp("lea", NOW);
  const guess = async (times: number) => {
    const step = await enterPassword(email, NOW);
    for (let round = 0; round < times; round += 1)
      expect(await consumeSecondStep(step, { kind: "recovery", code: "nothing" }, FROM, NOW)).toBeNull();
    return step;
  };
  const notices = async () => [
    (await mailsTo(email)).filter(({ subject }) => subject === "Someone has your password").length,
    await database().auditEvent.count({ where: { action: "second-factor.guess", target: who.userId } }),
  ];
  const step = await guess(4);
  expect(await consumeSecondStep(step, { kind: "recovery", code: recoveryCodes[0] ?? "" }, FROM, NOW)).not.toBeNull();
  await guess(4);
  expect(await notices()).toEqual([0, 0]);

  await guess(1);
  expect(await notices()).toEqual([1, 1]);
  await guess(4);
  await guess(4);
  expect(await notices()).toEqual([1, 1]);
});

test("a step answered during a password change ends with the old password", async () => {
  const { email, who, recoveryCodes } = await newPersonWithApp("mia", NOW);
  const step = await enterPassword(email, NOW);
  const isHeldUp = async () => (await countLockWaits()) > 0;

  const racing: Promise<unknown>[] = [];
  await withTransaction(async (tx) => {
    await updateUserPassword(tx, who.userId, "the hash of another password", NOW);
    await revokeUserSessions(tx, who.userId, "all", NOW);
    const answer = consumeSecondStep(step, { kind: "recovery", code: recoveryCodes[0] ?? "" }, FROM, NOW);
    racing.push(answer.catch((error: unknown) => error));
    while (!(await Promise.race([...racing, isHeldUp()])));
    await endHalfSignIns(tx, who.userId);
  });

  expect(await racing[0]).toMatchObject({ code: "signed_out" });
  expect(await database().session.count({ where: { userId: who.userId, revokedAt: null } })).toBe(0);
});

test("codes are limited per person across steps, while a recovery code still signs in", async () => {
  const { email, recoveryCodes } = await newPersonWithApp("deb", NOW);
  for (let round = 0; round < 2; round += 1) {
    const step = await enterPassword(email, NOW);
    for (let guess = 0; guess < 5; guess += 1) expect(await consumeSecondStep(step, wrong, FROM, NOW)).toBeNull();
  }
  const step = await enterPassword(email, NOW);

  await expect(consumeSecondStep(step, wrong, FROM, NOW)).rejects.toMatchObject({ code: "rate_limited" });
  expect(await consumeSecondStep(step, { kind: "recovery", code: recoveryCodes[0] ?? "" }, FROM, NOW)).not.toBeNull();
});

test("without the password nobody reaches the second step or uses up its attempts", async () => {
  const { email } = await newPersonWithApp("eli", NOW);
  expect(await signIn({ email, password: "not the password", ...FROM }, NOW)).toBeNull();
  expect(await database().signInStep.count({ where: { user: { email } } })).toBe(0);
  for (const id of [undefined, "", "rubbish", "00000000-0000-4000-8000-000000000000"]) {
    await expect(consumeSecondStep(id, wrong, FROM, NOW)).rejects.toMatchObject({ code: "signed_out" });
  }
});

test("a step ends after ten minutes, and for a person blocked meanwhile", async () => {
  const { email, who, secret } = await newPersonWithApp("fay", NOW);
  const step = await enterPassword(email, NOW);
  expect(await findSecondStep(step, later(599))).not.toBeNull();
  expect(await findSecondStep(step, later(600))).toBeNull();
  await database().user.update({ where: { id: who.userId }, data: { isBlocked: true } });

  const proof = { kind: "code", code: codeAt(secret, later(60)) } as const;
  await expect(consumeSecondStep(step, proof, FROM, later(60))).rejects.toMatchObject({ code: "signed_out" });
});

test("operations that move money need a confirmation a quarter of an hour after sign-in", async () => {
  const { who } = await newPerson("gil", NOW);
  await database().session.update({ where: { id: who.sessionId }, data: { confirmedAt: later(-15 * 60) } });
  expect(await call(fresh(person()) as never, who.sessionId)).toEqual([403, "confirmation_needed"]);
  expect(await call(person() as never, who.sessionId)).toEqual([200, ""]);
  await expect(confirmPerson(who, { kind: "password", password: "wrong" }, NOW)).rejects.toMatchObject({
    fields: { password: [expect.any(String)] },
  });

  const renewed = await confirmPerson(who, { kind: "password", password: PASSWORD }, NOW);

  expect(await call(fresh(person()) as never, renewed)).toEqual([200, ""]);
});

test("a person with a second factor confirms with it and not with the password", async () => {
  const { who, secret } = await newPersonWithApp("hol", NOW);
  expect(await confirmWays(who.userId)).toEqual({ password: false, code: true, passkey: false, recovery: true });
  const byPassword = confirmPerson(who, { kind: "password", password: PASSWORD }, NOW);
  await expect(byPassword).rejects.toMatchObject({ code: "invalid_request" });

  const code = { kind: "code", code: codeAt(secret, later(60)) } as const;
  const both = await Promise.allSettled([confirmPerson(who, code, later(60)), confirmPerson(who, code, later(60))]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);

  const [recovery = ""] = await renewRecoveryCodes(who.userId);
  const renewed = await confirmPerson(who, { kind: "recovery", code: recovery }, later(61));
  expect(await findSession(renewed, later(61))).toMatchObject({ secondFactorAt: later(61), confirmedAt: later(61) });
});

test("five wrong confirmations within an hour are mailed and audited once; a right one clears the count", async () => {
  const { who, email } = await newPerson("vera", NOW);
  const guess = async (times: number, now = NOW) => {
    for (let time = 0; time < times; time += 1)
      await expect(confirmPerson(who, { kind: "password", password: "wrong" }, now)).rejects.toMatchObject({
        code: "invalid_request",
      });
  };
  const notices = async () => [
    (await mailsTo(email)).filter(({ subject }) => subject.includes("Failed identity confirmations")).length,
    await database().auditEvent.count({ where: { action: "confirm.guess", target: who.userId } }),
  ];
  await guess(4);
  await confirmPerson(who, { kind: "password", password: PASSWORD }, NOW);
  await guess(4);
  expect(await notices()).toEqual([0, 0]);
  await guess(3);
  expect(await notices()).toEqual([1, 1]);
  await confirmPerson(who, { kind: "password", password: PASSWORD }, NOW);
  await guess(6);
  expect(await notices()).toEqual([1, 1]);
  await guess(5, later(3_600));
  expect(await notices()).toEqual([2, 2]);
});

test("wrong passwords and codes of all confirmations share one count, one notice and one limit", async () => {
  const { who, email } = await newPerson("wim", NOW);
  const secret = await startTotp(who, PASSWORD, NOW);
  expect(secret.uri).toContain("otpauth");
  const guesses = [
    () => changePassword(who, { current: "wrong", next: "another long password" }, NOW),
    () => askToChangeEmail(who, { email: "elsewhere@pay.test", password: "wrong" }, NOW),
    () => startTotp(who, "wrong", NOW),
    () => confirmTotp(who, "000000", NOW),
    () => turnOffTotp(who, { password: "wrong", code: "000000" }, NOW),
  ];
  for (const guess of guesses) await expect(guess()).rejects.toMatchObject({ code: "invalid_request" });
  const subjects = (await mailsTo(email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes("Failed identity confirmations"))).toHaveLength(1);
  for (const guess of guesses) await guess().catch(() => undefined);
  for (const guess of guesses) await expect(guess()).rejects.toMatchObject({ code: "rate_limited" });
});

test("guessing confirmations is limited, and does not affect a new sign-in of the person", async () => {
  const { email, who } = await newPerson("ian", NOW);
  const guesses = Array.from({ length: 11 }, () => confirmPerson(who, { kind: "password", password: "wrong" }, NOW));
  const codes = (await Promise.allSettled(guesses)).map((outcome) =>
    outcome.status === "rejected" ? (outcome.reason as { code: string }).code : "done",
  );
  expect(codes.filter((code) => code === "invalid_request")).toHaveLength(10);
  expect(codes.filter((code) => code === "rate_limited")).toHaveLength(1);
  const { sessionId = "" } = (await signIn({ email, password: PASSWORD, ...FROM }, NOW)) ?? {};
  const own = { ...who, sessionId };
  expect(await confirmPerson(own, { kind: "password", password: PASSWORD }, NOW)).not.toBe(sessionId);
});

test("if a merchant requires a second factor, members without one can only set one up", async () => {
  const owner = await newPersonWithApp("jil", NOW);
  const other = await newPerson("kai", NOW);
  const { id: merchantId } = await withTransaction(async (tx) => {
    const merchant = await createMerchant(tx, { name: "Shop", ownerUserId: owner.who.userId });
    await addMember(tx, { merchantId: merchant.id, userId: other.who.userId, role: "owner" });
    return merchant;
  });
  const sessionOf = async (id: string) => (await findSession(id, NOW)) as SessionRow;
  const refused = requireSecondFactor({ merchantId, session: await sessionOf(other.who.sessionId) }, true);
  await expect(refused).rejects.toMatchObject({ code: "refused" });
  expect(await call(member("merchant.read") as never, other.who.sessionId, merchantId)).toEqual([200, ""]);

  for (let again = 0; again < 2; again += 1)
    await requireSecondFactor({ merchantId, session: await sessionOf(owner.who.sessionId) }, true);

  expect(await call(member("merchant.read") as never, owner.who.sessionId, merchantId)).toEqual([200, ""]);
  expect(await call(member("merchant.read") as never, other.who.sessionId, merchantId)).toEqual([
    403,
    "second_factor_needed",
  ]);
  expect(await call(person() as never, other.who.sessionId)).toEqual([200, ""]);
  expect(await database().auditEvent.findMany({ where: { action: "member.require-second-factor" } })).toMatchObject([
    { before: { requiresSecondFactor: false }, after: { requiresSecondFactor: true } },
  ]);
  const { secret } = await startTotp(other.who, PASSWORD, NOW);
  const { sessionId } = await confirmTotp(other.who, codeAt(secret, NOW), NOW);
  expect(await call(member("merchant.read") as never, sessionId, merchantId)).toEqual([200, ""]);
});
