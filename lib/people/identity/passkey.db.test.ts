import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { database } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { addPasskey, removePasskey, renamePasskey, startPasskey } from "@/lib/people/identity/passkey-register";
import {
  askForPasskey,
  askForPasskeyInStep,
  askPersonForPasskey,
  signInWithPasskey,
} from "@/lib/people/identity/passkey-sign-in";
import { confirmPerson } from "@/lib/people/identity/second-factor-confirm";
import { getSecondFactor } from "@/lib/people/identity/second-factor-prove";
import { findSession } from "@/lib/people/identity/session-queries";
import { signIn } from "@/lib/people/identity/sign-in";
import { consumeSecondStep } from "@/lib/people/identity/sign-in-step";
import {
  enterPassword,
  FROM,
  newPerson,
  PASSWORD,
  type TestPerson,
} from "@/lib/people/identity/testing/person-with-app";
import { createAuthenticator, type SoftwareAuthenticator } from "@/lib/testing/software-authenticator";

vi.stubEnv("MAIL_FROM", "no-reply@pay.test");
const NOW = new Date("2026-11-21T10:05:00Z");
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const { port } = new URL(env().BASE_URL);
const ORIGIN = `http://localhost:${port}`;

afterEach(() => database().attemptCounter.deleteMany());

async function register(person: TestPerson, name = "Phone", device = createAuthenticator("localhost", ORIGIN)) {
  const { step, options } = await startPasskey({ id: person.who.userId, email: person.email, name }, NOW);
  const made = await addPasskey(person.who, { name, step, response: device.make(options.challenge) }, NOW);
  return { device, codes: made.recoveryCodes, who: { ...person.who, sessionId: made.sessionId } };
}

async function signInBy(device: SoftwareAuthenticator, changes: Parameters<SoftwareAuthenticator["answer"]>[1] = {}) {
  const { step, options } = await askForPasskey("192.0.2.9", NOW);
  return signInWithPasskey({ step, response: device.answer(options.challenge, changes) }, FROM, NOW);
}

let ada: TestPerson;
let phone: SoftwareAuthenticator;

beforeAll(async () => {
  ada = await newPerson("ada", NOW);
  const made = await register(ada);
  phone = made.device;
  ada = { ...ada, who: made.who };
  expect(made.codes).toHaveLength(10);
});

test("the first passkey is a second factor: the password alone no longer signs in, and a further one brings no new codes", async () => {
  expect((await signIn({ email: ada.email, password: PASSWORD, ...FROM }, NOW))?.sessionId).toBeUndefined();
  const shownAt = { confirmedAt: later(-60) };
  await database().session.update({ where: { id: ada.who.sessionId }, data: shownAt });
  const { codes } = await register(ada, "Key");
  expect(codes).toBeNull();
  // Registering a passkey in somebody's session confirms no identity.
  expect(await findSession(ada.who.sessionId, NOW)).toMatchObject(shownAt);
  const view = await getSecondFactor(ada.who.userId);
  expect(view.passkeys.map(({ name }) => name)).toEqual(["Phone", "Key"]);
  expect(view.recoveryCodesLeft).toBe(10);
});

test("a passkey alone signs in, as both factors", async () => {
  const opened = await signInBy(phone);
  expect(opened?.userId).toBe(ada.who.userId);
  expect(await database().session.findUnique({ where: { id: opened?.sessionId ?? "" } })).toMatchObject({
    secondFactorAt: NOW,
  });
});

test("a passkey is the second step after the password, and only the person's own", async () => {
  const eve = await newPerson("eve", NOW);
  const { device: foreign } = await register(eve);
  const step = await enterPassword(ada.email, NOW);
  const answer = async (device: SoftwareAuthenticator) => {
    const { options } = await askForPasskeyInStep(step, NOW);
    return consumeSecondStep(step, { kind: "passkey", response: device.answer(options.challenge) }, FROM, NOW);
  };

  expect(await answer(foreign)).toBeNull();
  expect((await answer(phone))?.userId).toBe(ada.who.userId);
  await expect(askForPasskeyInStep(step, NOW)).rejects.toMatchObject({ code: "signed_out" });
});

test("a challenge is answered once, even concurrently, and within minutes", async () => {
  const { step, options } = await askForPasskey("192.0.2.9", NOW);
  const response = phone.answer(options.challenge);
  const tries = await Promise.all([1, 2].map(() => signInWithPasskey({ step, response }, FROM, NOW)));
  expect(tries.filter((opened) => opened !== null)).toHaveLength(1);
  expect(await signInWithPasskey({ step, response }, FROM, NOW)).toBeNull();

  const late = await askForPasskey("192.0.2.9", NOW);
  const answered = { step: late.step, response: phone.answer(late.options.challenge) };
  expect(await signInWithPasskey(answered, FROM, later(600))).toBeNull();
});

test("a response for another site, another challenge, or without user verification is rejected", async () => {
  expect(await signInBy(phone, { origin: "https://evil.example" })).toBeNull();
  expect(await signInBy(phone, { rpId: "evil.example" })).toBeNull();
  expect(await signInBy(phone, { isUserVerified: false })).toBeNull();
  expect(await signInBy(createAuthenticator("localhost", ORIGIN))).toBeNull();
  const [one, other] = [await askForPasskey("192.0.2.9", NOW), await askForPasskey("192.0.2.9", NOW)];
  const response = phone.answer(one.options.challenge);
  expect(await signInWithPasskey({ step: other.step, response }, FROM, NOW)).toBeNull();
  expect(await signInBy(phone)).not.toBeNull();
});

test("a counter that went back indicates a clone: rejected, recorded and mailed", async () => {
  const person = await newPerson("copied", NOW);
  const { device } = await register(person);
  expect(await signInBy(device, { counter: 7 })).not.toBeNull();

  for (const counter of [7, 3]) expect(await signInBy(device, { counter })).toBeNull();

  const refused = await database().auditEvent.findMany({
    where: { actorId: person.who.userId, action: "passkey.refuse" },
  });
  expect(refused.map(({ detail }) => detail)).toMatchObject([{ counterShown: "7" }, { counterShown: "3" }]);
  const mails = await database().mail.findMany({ where: { recipient: person.email } });
  expect(mails.filter(({ subject }) => subject === "A passkey was refused")).toHaveLength(2);
  expect(await signInBy(device, { counter: 8 })).not.toBeNull();
});

test("an authenticator without a counter is accepted each time", async () => {
  const { device } = await register(await newPerson("still", NOW));
  for (let round = 0; round < 2; round += 1) expect(await signInBy(device, { counter: 0 })).not.toBeNull();
});

test("a passkey of a blocked or removed user signs nobody in", async () => {
  const blocked = await newPerson("blocked", NOW);
  const { device } = await register(blocked);
  await database().user.update({ where: { id: blocked.who.userId }, data: { isBlocked: true } });
  expect(await signInBy(device)).toBeNull();
  const gone = await newPerson("gone", NOW);
  const { device: orphan } = await register(gone);
  await database().user.delete({ where: { id: gone.who.userId } });
  expect(await signInBy(orphan)).toBeNull();
});

test("a passkey confirms its owner's identity, only for a challenge of their own session", async () => {
  const { step, options } = await askPersonForPasskey(ada.who.userId, NOW);
  const response = phone.answer(options.challenge);
  const eve = await newPerson("eva", NOW);
  await register(eve);
  await expect(confirmPerson(eve.who, { kind: "passkey", step, response }, NOW)).rejects.toMatchObject({
    code: "invalid_request",
  });
  expect(await signInWithPasskey({ step, response }, FROM, NOW)).toBeNull();

  await confirmPerson(ada.who, { kind: "passkey", step, response }, later(5));

  await expect(confirmPerson(ada.who, { kind: "passkey", step, response }, later(6))).rejects.toMatchObject({
    code: "invalid_request",
  });
});

test("a passkey is added once, only by the person who requested it", async () => {
  const [one, other] = [await newPerson("one", NOW), await newPerson("other", NOW)];
  const { step, options } = await startPasskey({ id: one.who.userId, email: one.email, name: "One" }, NOW);
  const device = createAuthenticator("localhost", ORIGIN);
  const response = device.make(options.challenge);
  await expect(addPasskey(other.who, { name: "Mine", step, response }, NOW)).rejects.toMatchObject({ code: "refused" });
  const both = await Promise.allSettled([1, 2].map(() => addPasskey(one.who, { name: "Mine", step, response }, NOW)));
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(register(other, "Again", device)).rejects.toMatchObject({ code: "refused" });
});

test("only their owner renames or removes passkeys; removing the last one ends the second factor", async () => {
  const person = await newPerson("leaving", NOW);
  const { device } = await register(person);
  const [passkey] = (await getSecondFactor(person.who.userId)).passkeys;
  const id = passkey?.id ?? "";
  await expect(renamePasskey(ada.who.userId, id, "Taken")).rejects.toMatchObject({ code: "not_found" });
  await expect(removePasskey(ada.who.userId, id)).rejects.toMatchObject({ code: "not_found" });
  await renamePasskey(person.who.userId, id, "Old phone");
  expect((await getSecondFactor(person.who.userId)).passkeys).toMatchObject([{ name: "Old phone" }]);

  await removePasskey(person.who.userId, id);

  expect(await database().session.count({ where: { userId: person.who.userId } })).toBeGreaterThan(0);
  expect(await database().session.count({ where: { userId: person.who.userId, secondFactorAt: { not: null } } })).toBe(
    0,
  );
  expect(await getSecondFactor(person.who.userId)).toMatchObject({ isOn: false, passkeys: [], recoveryCodesLeft: 0 });
  expect(await signInBy(device)).toBeNull();
  expect((await signIn({ email: person.email, password: PASSWORD, ...FROM }, NOW))?.sessionId).toBeDefined();
});
