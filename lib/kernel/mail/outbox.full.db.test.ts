import { mkdtemp, readdir, readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import type { Job } from "@/lib/kernel/jobs/define-job";
import { sendMail, sendMailJob } from "@/lib/kernel/mail/jobs";
import { openMailTransport } from "@/lib/kernel/mail/mail-settings";
import { type MailTransport, RecipientRefused } from "@/lib/kernel/mail/message";
import { type MailToQueue, queueMail } from "@/lib/kernel/mail/queue-mail";
import { runJobs, wakeForDueJobs } from "@/lib/run/worker/run-jobs";

const folder = join(await mkdtemp(join(tmpdir(), "mails-")), "inner");
vi.stubEnv("MAIL_FROM", "Chaintill <no-reply@pay.test>");
vi.stubEnv("MAIL_FOLDER", folder);

afterAll(closeDatabase);
beforeEach(async () => {
  await database().mail.deleteMany();
  await database().alarm.deleteMany();
});

const forever = new AbortController().signal;
const MAIL: MailToQueue = {
  kind: "receipt",
  reference: "invoice-1",
  recipient: "payer@shop.test",
  subject: "Receipt",
  text: "Thank you!",
};

async function queue(changes: Partial<MailToQueue> = {}): Promise<string> {
  await withTransaction((tx) => queueMail(tx, { ...MAIL, ...changes }));
  const row = await database().mail.findFirstOrThrow({ where: { reference: changes.reference ?? MAIL.reference } });
  return row.id;
}

const shown = async (id: string) => {
  const { state, attemptCount, lastError } = await database().mail.findUniqueOrThrow({ where: { id } });
  return { state, attemptCount, lastError };
};
const alarms = async () => (await database().alarm.findMany({ where: { clearedAt: null } })).map(({ kind }) => kind);
const jobsOf = (id: string) =>
  database().$queryRaw<{ run_at: Date }[]>`
    SELECT run_at FROM graphile_worker.jobs WHERE key = ${`mail:${id}`}`;

const failing = (error: Error): MailTransport => ({ send: () => Promise.reject(error) });
const DOWN = failing(new Error("connect ECONNREFUSED"));

/** Sends as the job does; returns the requested delay of the next run, in milliseconds from now. */
async function attempt(id: string, transport: MailTransport): Promise<number | null> {
  let again: number | null = null;
  const enqueueAgain = async (_tx: unknown, _id: string, runAt: Date) => {
    again = runAt.getTime() - Date.now();
  };
  await sendMail(id, { transport, enqueueAgain, signal: forever });
  return again;
}

describe("queueing a mail", () => {
  test("adds one mail and one job per kind and reference, however often it is repeated", async () => {
    const answers: boolean[] = [];
    for (let count = 0; count < 3; count += 1) answers.push(await withTransaction((tx) => queueMail(tx, MAIL)));
    expect(answers).toEqual([true, false, false]);
    const [mail, ...others] = await database().mail.findMany();
    expect(others).toEqual([]);
    expect(await jobsOf(mail?.id ?? "")).toHaveLength(1);
  });

  test("in ten concurrent transactions creates one mail", async () => {
    await Promise.all(Array.from({ length: 10 }, () => withTransaction((tx) => queueMail(tx, MAIL))));
    expect(await database().mail.count()).toBe(1);
  });

  test("leaves nothing behind when its transaction fails", async () => {
    const command = withTransaction(async (tx) => {
      await queueMail(tx, MAIL);
      throw new Error("rolled back");
    });
    await expect(command).rejects.toThrow("rolled back");
    expect(await database().mail.count()).toBe(0);
  });

  test("to an invalid address, or to several, queues nothing and does not throw", async () => {
    for (const recipient of ["", "nobody", "a@b.test, c@d.test", "a@b.test\r\nBcc: c@d.test"])
      expect(await withTransaction((tx) => queueMail(tx, { ...MAIL, recipient }))).toBe(false);
    expect(await database().mail.count()).toBe(0);
  });

  test("keeps the subject on one line and removes what the database cannot store", async () => {
    await queue({ subject: "Paid\r\nBcc: c@d.test", text: "a\0b" });
    const mail = await database().mail.findFirstOrThrow();
    expect([mail.subject, mail.text]).toEqual(["Paid Bcc: c@d.test", "ab"]);
  });
});

describe("sending a mail", () => {
  test("happens once, even when the job runs again", async () => {
    const sent: string[] = [];
    const transport: MailTransport = {
      send: async (mail) => {
        sent.push(mail.recipient);
      },
    };
    const id = await queue();
    expect([await attempt(id, transport), await attempt(id, transport)]).toEqual([null, null]);
    expect(sent).toEqual([MAIL.recipient]);
    expect(await shown(id)).toEqual({ state: "sent", attemptCount: 0, lastError: null });
  });

  test("hides a text with a secret link, deletes it once it is sent or abandoned, and keeps every other", async () => {
    const transport: MailTransport = { send: async () => undefined };
    const refused = failing(new RecipientRefused("no such mailbox"));
    const textOf = async (reference: string, secret: boolean, by: MailTransport) => {
      const id = await queue({ reference, text: "https://pay.test/secret", isSecret: secret });
      await attempt(id, DOWN);
      expect((await database().mail.findUniqueOrThrow({ where: { id } })).sealed !== null).toBe(secret);
      await attempt(id, by);
      const { text, sealed } = await database().mail.findUniqueOrThrow({ where: { id } });
      return { text, sealed };
    };
    const removed = { text: expect.not.stringContaining("pay.test"), sealed: null };
    expect(await textOf("sent", true, transport)).toEqual(removed);
    expect(await textOf("given up", true, refused)).toEqual(removed);
    expect(await textOf("a receipt", false, transport)).toEqual({ text: "https://pay.test/secret", sealed: null });
  });

  test("sealed with another SECRET_KEY fails as with an unreachable server, and says why", async () => {
    const id = await queue({ text: "https://pay.test/secret", isSecret: true });
    await database().mail.update({ where: { id }, data: { sealed: new Uint8Array(60) } });
    expect(await attempt(id, { send: async () => undefined })).toBeGreaterThan(0);
    expect(await shown(id)).toMatchObject({ state: "pending", lastError: expect.stringContaining("SECRET_KEY") });
  });

  test("written before secret texts were sealed is sent, and its text deleted", async () => {
    const { id } = await database().mail.create({ data: { ...MAIL, reference: "of before", isSecret: true } });
    const sent: string[] = [];
    await attempt(id, { send: async ({ text }) => void sent.push(text) });
    expect(sent).toEqual([MAIL.text]);
    expect((await database().mail.findUniqueOrThrow({ where: { id } })).text).not.toContain(MAIL.text);
  });

  test("is retried for about a day; then it is abandoned and the operator notified, until a mail succeeds", async () => {
    const id = await queue();
    const waits: number[] = [];
    for (;;) {
      const wait = await attempt(id, DOWN);
      if (wait === null) break;
      waits.push(Math.round(wait / 1000));
      expect((await shown(id)).state).toBe("pending");
      expect(await alarms()).toEqual([]);
    }
    const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3600;
    expect(hours).toBeGreaterThan(22);
    expect(hours).toBeLessThan(25);
    expect(await shown(id)).toMatchObject({ state: "failed", lastError: "connect ECONNREFUSED" });
    expect(await alarms()).toEqual(["mail-failed"]);

    await attempt(await queue({ reference: "invoice-2" }), { send: async () => undefined });
    expect(await alarms()).toEqual([]);
  });

  test("to a mailbox that does not exist ends at once, without an alarm", async () => {
    const id = await queue();
    expect(await attempt(id, failing(new RecipientRefused("550")))).toBeNull();
    expect((await shown(id)).state).toBe("failed");
    expect(await alarms()).toEqual([]);
  });

  test("is not counted as a failure when the worker stops in the middle", async () => {
    const id = await queue();
    const stopping = new AbortController();
    const transport: MailTransport = {
      send: async () => {
        stopping.abort();
        throw new Error("aborted");
      },
    };
    const options = { transport, enqueueAgain: async () => undefined, signal: stopping.signal };
    await expect(sendMail(id, options)).rejects.toThrow("aborted");
    expect(await shown(id)).toEqual({ state: "pending", attemptCount: 0, lastError: null });
  });
});

describe("the job, with a folder instead of a server", () => {
  test("writes each mail as one file readable only by this user, the same one when it runs again", async () => {
    const id = await queue({ text: "Дякуємо!", html: "<p>Дякуємо!</p>" });
    await sendMailJob.run({ mailId: id }, { signal: forever });
    await database().mail.update({ where: { id }, data: { state: "pending" } });
    await sendMailJob.run({ mailId: id }, { signal: forever });
    const names = await readdir(folder);
    expect(names).toEqual([expect.stringMatching(new RegExp(`^\\d{17}-receipt-${id}\\.eml$`))]);
    const path = join(folder, names[0] ?? "");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const raw = await readFile(path, "utf8");
    expect(raw).toContain("To: payer@shop.test");
    expect(raw).toContain("From: Chaintill <no-reply@pay.test>");
    expect((await shown(id)).state).toBe("sent");
  });

  test("is processed by a worker, even three mails at once, although a worker sends two at a time", async () => {
    const stopping = new AbortController();
    const runner = await runJobs([sendMailJob] as unknown as readonly Job[], 4, stopping.signal);
    void wakeForDueJobs(stopping.signal);
    try {
      const ids = [await queue({ reference: "a" }), await queue({ reference: "b" }), await queue({ reference: "c" })];
      for (const id of ids) await expect.poll(async () => (await shown(id)).state).toBe("sent");
    } finally {
      stopping.abort();
      await runner.stop();
    }
  });

  test("does nothing for a deleted mail", async () => {
    expect(openMailTransport()).not.toBeNull();
    await sendMailJob.run({ mailId: "00000000-0000-4000-8000-000000000000" }, { signal: forever });
  });
});
