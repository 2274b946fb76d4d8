import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { database } from "@/lib/kernel/db";
import type { Job } from "@/lib/kernel/jobs/define-job";
import { sendMailJob } from "@/lib/kernel/mail/jobs";
import { type MailServer, startMailServer } from "@/lib/kernel/mail/testing/mail-server";
import { assertMayPayOut } from "@/lib/people/guards/assert-may-pay-out";
import { changePassword, readResetLink, resetPassword } from "@/lib/people/identity/change-password";
import { askForReset, sendResetLink, sendResetLinkJob } from "@/lib/people/identity/send-reset-link";
import { findSession } from "@/lib/people/identity/session-queries";
import { signIn } from "@/lib/people/identity/sign-in";
import {
  IP,
  later,
  mailTo,
  NEW_PASSWORD,
  NOW,
  newPerson,
  newShop,
  PASSWORD,
  proveAddress,
  secretOf,
  trailOf,
} from "@/lib/people/identity/testing/people";
import { runJobs } from "@/lib/run/worker/run-jobs";

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
  vi.stubEnv("MAIL_FROM", "Chaintill <no-reply@pay.test>");
  vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${server.port}`);
});
afterAll(() => server.close());

const attempt = (email: string, password: string, at = NOW) => signIn({ email, password, ip: IP, userAgent: null }, at);
const gone = { code: "not_found" };

async function newProven() {
  const person = await newPerson();
  await proveAddress(person);
  return person;
}

async function asked() {
  const person = await newProven();
  await sendResetLink(person.email, NOW);
  return { ...person, token: await secretOf(person.email, "reset-password") };
}

describe("a password reset link", () => {
  test("sets the password once, ends every session, and notifies the person", async () => {
    const { id, email, token } = await asked();
    const session = await attempt(email, PASSWORD);
    expect(await readResetLink(token, later(0.9))).toEqual({ email });

    await resetPassword({ token, password: NEW_PASSWORD }, IP, later(0.9));

    expect(await findSession(session?.sessionId, later(0.9))).toBeNull();
    expect(await attempt(email, PASSWORD)).toBeNull();
    expect(await attempt(email, NEW_PASSWORD)).not.toBeNull();
    expect(await readResetLink(token, later(0.9))).toBeNull();
    await expect(resetPassword({ token, password: PASSWORD }, IP, later(0.9))).rejects.toMatchObject(gone);
    expect(await mailTo(email, "new-password")).toContain("Your password was changed");
    expect((await trailOf(id)).map(({ action }) => action)).toEqual(["password.ask-reset", "password.reset"]);
  });

  test("expires after an hour, and is stored only as a hash", async () => {
    const { id, token } = await asked();
    expect(await readResetLink(token, later(1))).toBeNull();
    await expect(resetPassword({ token, password: NEW_PASSWORD }, IP, later(1))).rejects.toMatchObject(gone);
    expect(JSON.stringify(await database().accountLink.findMany({ where: { userId: id } }))).not.toContain(token);
  });

  test("used four times at once sets one password", async () => {
    const { email, token } = await asked();
    const passwords = Array.from({ length: 4 }, (_, index) => `${NEW_PASSWORD} ${index}`);
    const outcomes = await Promise.allSettled(passwords.map((password) => resetPassword({ token, password }, IP, NOW)));
    const set = passwords.filter((_, index) => outcomes[index]?.status === "fulfilled");
    expect(set).toHaveLength(1);
    for (const password of passwords) expect((await attempt(email, password)) !== null).toBe(set.includes(password));
  });

  test("stops outflows for 24 hours", async () => {
    const { merchantId, owner } = await newShop();
    await proveAddress(owner);
    await sendResetLink(owner.email, NOW);
    const token = await secretOf(owner.email, "reset-password");
    await assertMayPayOut(merchantId, NOW);
    await resetPassword({ token, password: NEW_PASSWORD }, IP, NOW);
    await expect(assertMayPayOut(merchantId, later(23.9))).rejects.toMatchObject({ code: "forbidden" });
    await assertMayPayOut(merchantId, later(24.1));
  });

  test("keeps the second factor, and ends pending sign-ins with the old password", async () => {
    const { id, token } = await asked();
    const totp = { totpSecret: new Uint8Array([1, 2, 3]), totpEnabledAt: NOW };
    await database().user.update({ where: { id }, data: totp });
    const step = { kind: "second_factor" as const, userId: id, challenge: new Uint8Array(), expiresAt: later(1) };
    await database().signInStep.create({ data: step });
    await resetPassword({ token, password: NEW_PASSWORD }, IP, NOW);
    expect(await database().user.findUnique({ where: { id } })).toMatchObject({ totpEnabledAt: NOW });
    expect(await database().signInStep.count({ where: { userId: id } })).toBe(0);
  });

  test("stops working when the password is changed otherwise, and does nothing for a blocked person", async () => {
    const [changed, blocked] = [await asked(), await asked()];
    const session = await attempt(changed.email, PASSWORD);
    const who = { userId: changed.id, sessionId: session?.sessionId ?? "", ip: IP };
    await changePassword(who, { current: PASSWORD, next: `${NEW_PASSWORD} again` }, NOW);
    await database().user.update({ where: { id: blocked.id }, data: { isBlocked: true } });
    for (const { token } of [changed, blocked])
      await expect(resetPassword({ token, password: NEW_PASSWORD }, IP, NOW)).rejects.toMatchObject(gone);
    expect(await mailTo(changed.email, "new-password")).not.toBeNull();
  });

  test("sets no weak password, and is not used up by one; a change rejects weak ones too", async () => {
    const { id, email, token } = await asked();
    await expect(resetPassword({ token, password: "adalovelace1843" }, IP, NOW)).rejects.toMatchObject({
      fields: { password: [expect.stringContaining("Too similar")] },
    });
    const session = await attempt(email, PASSWORD);
    const who = { userId: id, sessionId: session?.sessionId ?? "", ip: IP };
    await expect(changePassword(who, { current: PASSWORD, next: "qwerty123456" }, NOW)).rejects.toMatchObject({
      fields: { next: [expect.stringContaining("Too common")] },
    });
    await resetPassword({ token, password: NEW_PASSWORD }, IP, NOW);
  });
});

describe("requesting a reset", () => {
  test("gets the same response for everybody; a mail is sent to the owner of the address, and the outbox deletes it", async () => {
    // Mails sent by other tests are not what this one waits for.
    await database().mail.deleteMany();
    const { email } = await newProven();
    for (const address of [email, "nobody@people.test"]) await askForReset(address, IP, new Date());

    const stopping = new AbortController();
    const runner = await runJobs([sendResetLinkJob, sendMailJob] as unknown as readonly Job[], 2, stopping.signal);
    try {
      const states = async () => (await database().mail.findMany()).map(({ state }) => state);
      await expect.poll(states).toEqual(["sent"]);
    } finally {
      stopping.abort();
      await runner.stop();
    }
    const [received, ...others] = server.received;
    const outbox = await database().mail.findMany();
    expect(others).toEqual([]);
    expect(received?.to).toEqual([email]);
    const text = received?.raw.replaceAll("=\r\n", "").replaceAll("=3D", "=") ?? "";
    const [, token = ""] = /\/reset-password\/([\w-]{43})/.exec(text) ?? [];
    expect(outbox[0]?.text).not.toContain(token);
    expect(await resetPassword({ token, password: NEW_PASSWORD }, IP, new Date())).toMatchObject({ email });
  });

  test("sends at most three mails an hour, whoever requests them, and none to a blocked person", async () => {
    const [person, blocked] = [await newProven(), await newProven()];
    await database().user.update({ where: { id: blocked.id }, data: { isBlocked: true } });
    for (let count = 0; count < 6; count += 1) await sendResetLink(person.email, NOW);
    await sendResetLink(blocked.email, NOW);
    const sent = (recipient: string) => database().mail.count({ where: { recipient, kind: "reset-password" } });
    expect([await sent(person.email), await sent(blocked.email)]).toEqual([3, 0]);
    await sendResetLink(person.email, later(1.1));
    expect(await sent(person.email)).toBe(4);
  });

  test("mails an unproven address no link but instructions, once a day and without user-supplied text; once proven, it gets a link", async () => {
    const person = await newPerson();
    for (const at of [NOW, later(0.2), later(1.1), later(24)]) await sendResetLink(person.email, at);

    const text = await mailTo(person.email, "reset-unproven");
    expect(text).not.toMatch(/https?:|[\w-]{43}/);
    expect(text).not.toContain(person.name);
    const mails = await database().mail.findMany({ where: { recipient: person.email }, select: { kind: true } });
    expect(mails.map(({ kind }) => kind)).toEqual(["reset-unproven", "reset-unproven"]);
    expect(await database().accountLink.count({ where: { userId: person.id } })).toBe(0);

    await proveAddress(person);
    await sendResetLink(person.email, later(1.2));
    const token = await secretOf(person.email, "reset-password");
    expect(await readResetLink(token, later(1.3))).toEqual({ email: person.email });
  });

  test("too often is rejected for unknown and known addresses alike, and by the client's IP address", async () => {
    const { email } = await newPerson();
    for (const [index, address] of [email, "ghost@people.test"].entries()) {
      const asks = Array.from({ length: 11 }, () => askForReset(address, `198.51.100.${index}`, NOW));
      const refused = (await Promise.allSettled(asks)).filter(({ status }) => status === "rejected");
      expect(refused).toMatchObject([{ reason: { code: "rate_limited" } }]);
    }
    const asks = Array.from({ length: 61 }, (_, index) => askForReset(`many${index}@people.test`, "198.51.100.9", NOW));
    expect((await Promise.allSettled(asks)).filter(({ status }) => status === "rejected")).toHaveLength(1);
  });
});
