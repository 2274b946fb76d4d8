import { z } from "zod";
import { clearAlarm, raiseAlarm } from "@/lib/kernel/alarms/raise-alarm";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { defineJob, type Job } from "@/lib/kernel/jobs/define-job";
import { enqueue } from "@/lib/kernel/jobs/enqueue";
import { log } from "@/lib/kernel/log";
import { openMailTransport } from "@/lib/kernel/mail/mail-settings";
import { type Mail, type MailTransport, RecipientRefused } from "@/lib/kernel/mail/message";
import { findPendingMail, markAttempt, markSent, openText, type StoredMail } from "@/lib/kernel/mail/repo";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Delays after the first, second, ... failed attempt: the last attempt is about a day after the
 * mail was written.
 */
const PLAN_MS: readonly number[] = [
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  8 * HOUR_MS,
];

/**
 * Returns the delay after failed attempt number `attempt` (1 is the first); null when there are no
 * more attempts.
 */
function mailRetryMs(attempt: number): number | null {
  return PLAN_MS[attempt - 1] ?? null;
}

/** Less than the time after which another worker takes over a job (lib/run/worker/run-jobs.ts). */
const SEND_MS_MAX = 20_000;
const ERROR_CHARACTERS_MAX = 500;

type SendOptions = {
  readonly transport: MailTransport;
  readonly enqueueAgain: (tx: Tx, mailId: string, runAt: Date) => Promise<void>;
  readonly signal: AbortSignal;
};

/**
 * Sends one mail of the outbox, once. A failure is recorded and the mail retried by the plan; after
 * about a day it is abandoned and the operator notified. A permanent rejection of the recipient
 * ends it at once without an alarm, because payers mistype addresses.
 */
export async function sendMail(mailId: string, { transport, enqueueAgain, signal }: SendOptions): Promise<void> {
  const mail = await findPendingMail(mailId);
  if (mail === null) return;
  try {
    await transport.send(readable(mail), AbortSignal.any([signal, AbortSignal.timeout(SEND_MS_MAX)]));
  } catch (error) {
    // The worker is stopping: not the server's fault, and the job's next run finds the mail
    // unchanged.
    if (signal.aborted) throw error;
    return recordFailure(mail, error, enqueueAgain);
  }
  await withTransaction(async (tx) => {
    await markSent(tx, mail.id);
    await clearAlarm(tx, { kind: "mail-failed", subject: "mail" });
  });
}

/** @throws Error when its text was sealed by another installation */
function readable({ sealed, ...mail }: StoredMail): Mail {
  return sealed === null ? mail : { ...mail, ...openText(mail.id, sealed) };
}

async function recordFailure(mail: Mail, error: unknown, enqueueAgain: SendOptions["enqueueAgain"]): Promise<void> {
  const attemptCount = mail.attemptCount + 1;
  const isRefused = error instanceof RecipientRefused;
  const waitMs = isRefused ? null : mailRetryMs(attemptCount);
  const lastError = reasonOf(error);
  log().warn({ mail: mail.id, kind: mail.kind, attemptCount, waitMs, reason: lastError }, "a mail was not sent");
  await withTransaction(async (tx) => {
    await markAttempt(tx, mail.id, { attemptCount, lastError, isLast: waitMs === null });
    if (waitMs !== null) return enqueueAgain(tx, mail.id, new Date(Date.now() + waitMs));
    if (isRefused) return;
    const message = `Mail can't be sent: ${mail.kind} ${mail.reference} failed after ${attemptCount} attempts. ${lastError}`;
    await raiseAlarm(tx, { kind: "mail-failed", subject: "mail", message });
  });
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/[\p{Cc}]+/gu, " ").slice(0, ERROR_CHARACTERS_MAX);
}

const payload = z.object({ mailId: z.uuid() });

/**
 * Mails that one worker sends concurrently: a server that hangs must not occupy the slots of
 * webhooks.
 */
const PLACES = 2;
const FULL_PAUSE_MS = 2_000;
/** After webhooks. */
const PRIORITY = 30;

/**
 * For mails queued before mail was disabled: they are abandoned by the plan, as with an unreachable
 * server.
 */
const SWITCHED_OFF: MailTransport = {
  send: () => Promise.reject(new Error("mail is switched off")),
};

let sending = 0;

/** Sends one mail; while all of this worker's slots are used, it is retried shortly. */
export const sendMailJob: Job<typeof payload> = defineJob({
  name: "send-mail",
  payload,
  run: async ({ mailId }, { signal }) => {
    if (sending >= PLACES) {
      return withTransaction((tx) => enqueueMail(tx, mailId, new Date(Date.now() + FULL_PAUSE_MS)));
    }
    sending += 1;
    try {
      await sendMail(mailId, { transport: openMailTransport() ?? SWITCHED_OFF, enqueueAgain: enqueueMail, signal });
    } finally {
      sending -= 1;
    }
  },
});

/**
 * Enqueues the only job of a mail, which reschedules itself until the mail is sent or abandoned.
 */
export async function enqueueMail(tx: Tx, mailId: string, runAt: Date): Promise<void> {
  await enqueue(tx, sendMailJob, { mailId }, { key: `mail:${mailId}`, runAt, priority: PRIORITY });
}
