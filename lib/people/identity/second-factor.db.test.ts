import { afterEach, expect, test, vi } from "vitest";
import { database } from "@/lib/kernel/db";
import { getSecondFactor } from "@/lib/people/identity/second-factor-prove";
import { removeSecondFactor } from "@/lib/people/identity/second-factor-remove";
import { confirmTotp, renewRecoveryCodes, startTotp, turnOffTotp } from "@/lib/people/identity/second-factor-set-up";
import { findSession } from "@/lib/people/identity/session-queries";
import { signIn } from "@/lib/people/identity/sign-in";
import { consumeSecondStep } from "@/lib/people/identity/sign-in-step";
import {
  codeAt,
  enterPassword,
  FROM,
  newPerson,
  newPersonWithApp,
  PASSWORD,
} from "@/lib/people/identity/testing/person-with-app";

vi.stubEnv("MAIL_FROM", "no-reply@pay.test");
const NOW = new Date("2026-11-21T10:05:00Z");
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const password = (email: string, now = NOW) => signIn({ email, password: PASSWORD, ...FROM }, now);
const mailsTo = async (recipient: string) =>
  (await database().mail.findMany({ where: { recipient } })).map(({ subject }) => subject);
const actionsOf = async (actorId: string) =>
  (await database().auditEvent.findMany({ where: { actorId }, orderBy: { id: "asc" } })).map(({ action }) => action);

afterEach(() => database().attemptCounter.deleteMany());

test("an app takes effect only after one of its codes was entered, and its secret is stored encrypted", async () => {
  const { email, who } = await newPerson("ada", NOW);
  await expect(startTotp(who, "not the password", NOW)).rejects.toMatchObject({
    fields: { password: [expect.any(String)] },
  });
  const { secret } = await startTotp(who, PASSWORD, NOW);
  expect((await password(email))?.sessionId).toBeDefined();
  await expect(confirmTotp(who, "000000", NOW)).rejects.toMatchObject({ fields: { code: [expect.any(String)] } });
  expect((await getSecondFactor(who.userId)).isOn).toBe(false);

  const { recoveryCodes } = await confirmTotp(who, codeAt(secret, NOW), NOW);

  expect(recoveryCodes).toHaveLength(10);
  expect(await getSecondFactor(who.userId)).toMatchObject({
    isOn: true,
    totpSince: NOW.toISOString(),
    recoveryCodesLeft: 10,
  });
  const row = await database().user.findUniqueOrThrow({ where: { id: who.userId } });
  expect(Buffer.from(row.totpSecret ?? []).toString("latin1")).not.toContain(secret);
  expect((await password(email))?.stepId).toBeDefined();
  expect(await actionsOf(who.userId)).toContain("second-factor.add");
  expect(await mailsTo(email)).toEqual(["Authenticator app set up"]);
  await expect(startTotp(who, PASSWORD, NOW)).rejects.toMatchObject({ code: "refused" });
});

test("setting it up ends the person's sessions, and opens one with both factors that is no new confirmation", async () => {
  const { email, who } = await newPerson("bea", NOW);
  const other = (await password(email))?.sessionId;
  const { secret } = await startTotp(who, PASSWORD, NOW);
  const { sessionId } = await confirmTotp(who, codeAt(secret, later(60)), later(60));

  for (const old of [other, who.sessionId]) expect(await findSession(old, later(60))).toBeNull();
  expect(await findSession(sessionId, later(60))).toMatchObject({ secondFactorAt: later(60), confirmedAt: NOW });
});

test("two concurrent confirmations get one set of recovery codes", async () => {
  const { who } = await newPerson("cy", NOW);
  const { secret } = await startTotp(who, PASSWORD, NOW);
  const outcomes = await Promise.allSettled([1, 2].map(() => confirmTotp(who, codeAt(secret, NOW), NOW)));

  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await database().recoveryCode.count({ where: { userId: who.userId } })).toBe(10);
});

test("a step's code is accepted once, even concurrently, and no earlier one after it", async () => {
  const { email, secret } = await newPersonWithApp("dan", NOW);
  const now = later(60);
  const code = codeAt(secret, now);
  const steps = await Promise.all([enterPassword(email, now), enterPassword(email, now), enterPassword(email, now)]);
  const [first = "", second = "", third = ""] = steps;
  const tries = await Promise.all(
    [first, second].map((id) => consumeSecondStep(id, { kind: "code", code }, FROM, now)),
  );

  expect(tries.filter((opened) => opened !== null)).toHaveLength(1);
  const before = codeAt(secret, later(30));
  expect(await consumeSecondStep(third, { kind: "code", code: before }, FROM, now)).toBeNull();
  expect(await consumeSecondStep(third, { kind: "code", code: codeAt(secret, later(90)) }, FROM, now)).not.toBeNull();
});

test("a recovery code signs in once, even concurrently, and its use is mailed", async () => {
  const { email, who, recoveryCodes } = await newPersonWithApp("eve", NOW);
  const [code = ""] = recoveryCodes;
  const steps = [await enterPassword(email, NOW), await enterPassword(email, NOW)];
  const tries = await Promise.all(steps.map((id) => consumeSecondStep(id, { kind: "recovery", code }, FROM, NOW)));

  expect(tries.filter((opened) => opened !== null)).toHaveLength(1);
  expect((await getSecondFactor(who.userId)).recoveryCodesLeft).toBe(9);
  expect(await mailsTo(email)).toContain("A recovery code was used");
  expect((await actionsOf(who.userId)).filter((action) => action === "recovery-code.use")).toHaveLength(1);
});

test("a new set of recovery codes replaces the previous one, and works only for its owner", async () => {
  const { email, who, recoveryCodes } = await newPersonWithApp("flo", NOW);
  const other = await newPersonWithApp("gus", NOW);
  const [fresh = ""] = await renewRecoveryCodes(who.userId);
  const [old = ""] = recoveryCodes;
  const [foreign = ""] = other.recoveryCodes;
  const step = await enterPassword(email, NOW);

  for (const code of [old, foreign])
    expect(await consumeSecondStep(step, { kind: "recovery", code }, FROM, NOW)).toBeNull();
  expect(await consumeSecondStep(step, { kind: "recovery", code: fresh }, FROM, NOW)).not.toBeNull();
  await expect(renewRecoveryCodes((await newPerson("hal", NOW)).who.userId)).rejects.toMatchObject({ code: "refused" });
});

test("removing the app requires the password and a code, and deletes the recovery codes", async () => {
  const { email, who, secret, recoveryCodes } = await newPersonWithApp("ida", NOW);
  const now = later(60);
  const code = codeAt(secret, now);
  await expect(turnOffTotp(who, { password: "wrong password", code }, now)).rejects.toMatchObject({
    code: "invalid_request",
  });
  await expect(turnOffTotp(who, { password: PASSWORD, code: "123456" }, now)).rejects.toMatchObject({
    code: "invalid_request",
  });
  expect((await getSecondFactor(who.userId)).isOn).toBe(true);

  await turnOffTotp(who, { password: PASSWORD, code: recoveryCodes[3] ?? "" }, now);

  expect(await getSecondFactor(who.userId)).toMatchObject({ isOn: false, recoveryCodesLeft: 0 });
  expect((await password(email))?.sessionId).toBeDefined();
  expect(await mailsTo(email)).toContain("Authenticator app turned off");
  expect((await actionsOf(who.userId)).at(-1)).toBe("second-factor.remove");
});

test("the server command removes everything but the password, ends every session and is recorded", async () => {
  const { email, who } = await newPersonWithApp("jan", NOW);

  expect(await removeSecondFactor(` ${email.toUpperCase()} `, NOW)).toEqual({ email, hadTotp: true, passkeys: 0 });

  expect(await findSession(who.sessionId, NOW)).toBeNull();
  expect((await password(email))?.sessionId).toBeDefined();
  expect(
    await database().auditEvent.findFirst({ where: { target: who.userId }, orderBy: { id: "desc" } }),
  ).toMatchObject({
    action: "second-factor.remove-by-operator",
    actorId: null,
  });
  expect(await mailsTo(email)).toContain("Two-factor authentication was removed");
  await expect(removeSecondFactor(email, NOW)).rejects.toMatchObject({ code: "refused" });
  await expect(removeSecondFactor("nobody@example.com", NOW)).rejects.toMatchObject({ code: "not_found" });
});
