import { expect, test } from "vitest";
import { probeMail } from "@/lib/fronts/doctor/probe-outside";
import { startMailServer } from "@/lib/kernel/mail/testing/mail-server";

const FROM = "Chaintill <no-reply@pay.test>";
const never = new AbortController().signal;
const probe = (url: string | undefined, MAIL_FOLDER?: string) =>
  probeMail({ MAIL_FROM: FROM, SMTP_URL: url, MAIL_FOLDER }, never);

test("reports a mail server that accepts our sign-in as ok, and sends it no mail", async () => {
  const server = await startMailServer();
  try {
    expect(await probe(`smtp://127.0.0.1:${server.port}`)).toMatchObject({ subject: "mail", state: "ok" });
    expect(server.connections()).toBe(1);
    expect(server.received).toEqual([]);
  } finally {
    await server.close();
  }
});

test("reports a server that is down as an error without revealing the password", async () => {
  const server = await startMailServer();
  await server.close();
  const found = await probe(`smtp://shop:hunter2@127.0.0.1:${server.port}`);
  expect(found).toMatchObject({ state: "error", summary: expect.stringMatching(/ECONNREFUSED/) });
  expect(JSON.stringify(found)).not.toContain("hunter2");
});

test("reports a rejected password as an error", async () => {
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

test("reports enabled mail without a destination as an error, a mail folder as ok, and nothing when mail is off", async () => {
  expect((await probe(undefined))?.state).toBe("error");
  expect((await probe(undefined, "/tmp/mails"))?.state).toBe("ok");
  expect(await probeMail({ MAIL_FROM: undefined, SMTP_URL: undefined, MAIL_FOLDER: undefined }, never)).toBeNull();
});
