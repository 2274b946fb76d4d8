import { connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { probeMail } from "@/lib/fronts/doctor/probe-outside";
import { closeDatabase, database, withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { defineJob, type Job } from "@/lib/kernel/jobs/define-job";
import { enqueue } from "@/lib/kernel/jobs/enqueue";
import { sendMailJob } from "@/lib/kernel/mail/jobs";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import { type MailServer, startMailServer } from "@/lib/kernel/mail/testing/mail-server";
import { runJobs, wakeForDueJobs } from "@/lib/run/worker/run-jobs";

const MAILS = 3;
const OTHERS = 20;
const DRIP_MS = 1_000;

/** `silent` accepts and never answers; `dripping` answers one byte a second. */
type Mode = "silent" | "dripping" | "well";

let mode: Mode = "silent";
let mailServer: MailServer;
let front: Server;
let stopping: AbortController;
let stopped: Promise<unknown>;
let connections = 0;
let othersDone = 0;

const otherJob = defineJob({
  name: "other",
  payload: z.object({ number: z.number() }),
  run: async () => {
    othersDone += 1;
  },
});

beforeAll(async () => {
  mailServer = await startMailServer();
  front = createServer(serve);
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  const address = front.address();
  vi.stubEnv("MAIL_FROM", "Chaintill <no-reply@pay.test>");
  vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${typeof address === "object" ? address?.port : 0}`);
  stopping = new AbortController();
  const jobs = [sendMailJob, otherJob] as unknown as readonly Job[];
  const runner = await runJobs(jobs, 4, stopping.signal);
  const waking = wakeForDueJobs(stopping.signal);
  stopped = new Promise((resolve) => stopping.signal.addEventListener("abort", resolve))
    .then(() => runner.stop())
    .then(() => waking);
});

afterAll(async () => {
  stopping?.abort();
  await stopped;
  await mailServer?.close();
  front?.close();
  await closeDatabase();
});

function serve(socket: Socket): void {
  socket.on("error", () => undefined);
  connections += 1;
  if (mode === "well") {
    const upstream = connect(mailServer.port, "127.0.0.1").on("error", () => socket.destroy());
    socket.pipe(upstream).pipe(socket);
  } else if (mode === "dripping") {
    const timer = setInterval(() => socket.write("2"), DRIP_MS);
    socket.on("close", () => clearInterval(timer));
  }
}

/** Other work of the same runner is done, whatever mails do. */
async function expectOthersDone(): Promise<void> {
  const before = othersDone;
  await withTransaction(async (tx) => {
    for (let number = 0; number < OTHERS; number += 1) await enqueue(tx, otherJob, { number });
  });
  await expect.poll(() => othersDone - before).toBe(OTHERS);
}

const mails = () => database().mail.findMany({ orderBy: { reference: "asc" } });
const makeDue = () =>
  database()
    .$executeRaw`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE key LIKE 'mail:%' AND locked_at IS NULL`;

test.each(["silent", "dripping"] as const)(
  "mails to a %s server occupy two places for seconds, delay no other job, and are retried; the doctor reports it",
  async (how) => {
    mode = how;
    await database().mail.deleteMany();
    const before = connections;
    for (let count = 0; count < MAILS; count += 1) {
      const mail = { kind: "receipt", reference: `${how}-${count}`, recipient: "payer@shop.test", subject: "Receipt" };
      await withTransaction((tx) => queueMail(tx, { ...mail, text: "Thank you!" }));
    }
    await expect.poll(() => connections - before).toBe(2);
    await expectOthersDone();
    expect((await mails()).every(({ state, attemptCount }) => state === "pending" && attemptCount === 0)).toBe(true);
    expect(await probeMail(env(), stopping.signal)).toMatchObject({ subject: "mail", state: "error" });
    // Each is attempted, two at a time, and gives up by its time limit.
    await expect
      .poll(async () => (await mails()).every(({ attemptCount }) => attemptCount >= 1), { timeout: 150_000 })
      .toBe(true);
    expect((await mails()).map(({ state }) => state)).toEqual(Array(MAILS).fill("pending"));
    await expectOthersDone();
  },
);

test("when the server answers again, each mail is sent once", async () => {
  mode = "well";
  await makeDue();
  await expect
    .poll(async () => {
      await makeDue();
      return (await mails()).filter(({ state }) => state === "sent").length;
    })
    .toBe(MAILS);
  const ids = mailServer.received.map(({ raw }) => /^Message-ID: <([^@]+)@/m.exec(raw)?.[1]);
  expect(ids.toSorted()).toEqual((await mails()).map(({ id }) => id).toSorted());
});
