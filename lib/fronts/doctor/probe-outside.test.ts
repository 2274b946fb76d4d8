import { expect, test } from "vitest";
import { probeMail } from "@/lib/fronts/doctor/probe-outside";
import { startMailServer } from "@/lib/kernel/mail/testing/mail-server";

const FROM = "Chaintill <no-reply@pay.test>";
const never = new AbortController().signal;
const probe = (url: string | undefined, MAIL_FOLDER?: string) =>
  probeMail({ MAIL_FROM: FROM, SMTP_URL: url, MAIL_FOLDER }, never);

test("a mail server that takes us in is good, and is sent nothing", async () => {
  const server = await startMailServer();
  try {
    expect(await probe(`smtp://127.0.0.1:${server.port}`)).toMatchObject({ subject: "mail", state: "ok" });
    expect(server.connections()).toBe(1);
    expect(server.received).toEqual([]);
  } finally {
    await server.close();
  }
});

test("a server that is down is wrong, and the password is not told", async () => {
  const server = await startMailServer();
  await server.close();
  const found = await probe(`smtp://shop:hunter2@127.0.0.1:${server.port}`);
  expect(found).toMatchObject({ state: "error", summary: expect.stringMatching(/ECONNREFUSED/) });
  expect(JSON.stringify(found)).not.toContain("hunter2");
});

test("a refused password is error", async () => {
  const refuse = {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_a: unknown, _s: unknown, done: (error: Error) => void) => done(new Error("no")),
  };
  const server = await startMailServer(refuse as never);
  try {
    expect(await probe(`smtp://shop:hunter2@127.0.0.1:${server.port}`)).toMatchObject({ state: "error" });
  } finally {
    await server.close();
  }
});

test("mail that is on and goes nowhere is wrong, into a folder is good, and off is nothing", async () => {
  expect((await probe(undefined))?.state).toBe("error");
  expect((await probe(undefined, "/tmp/mails"))?.state).toBe("ok");
  expect(await probeMail({ MAIL_FROM: undefined, SMTP_URL: undefined, MAIL_FOLDER: undefined }, never)).toBeNull();
});
