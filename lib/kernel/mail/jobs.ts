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
 * Waits after the first, second, ... failed attempt: the last one is made about a day after the
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
 * How long to wait after failed attempt number `attempt` (1 is the first); null when the plan is
 * used up.
 */
function mailRetryMs(attempt: number): number | null {
  return PLAN_MS[attempt - 1] ?? null;
}

/** Below what a job may take before another worker takes it over (lib/run/worker/run-jobs.ts). */
const SEND_MS_MAX = 20_000;
const ERROR_CHARACTERS_MAX = 500;

type SendOptions = {
  readonly transport: MailTransport;
  readonly enqueueAgain: (tx: Tx, mailId: string, runAt: Date) => Promise<void>;
  readonly signal: AbortSignal;
};

/**
 * Sends one mail of the outbox, once. A failure is written down and the mail tried again by the
 * plan; after about a day it is given up and the operator told. An address that the server will
 * never take ends it at once, and is nobody's alarm: payers mistype.
 */
export async function sendMail(mailId: string, { transport, enqueueAgain, signal }: SendOptions): Promise<void> {
  const mail = await findPendingMail(mailId);
  if (mail === null) return;
  try {
    await transport.send(readable(mail), AbortSignal.any([signal, AbortSignal.timeout(SEND_MS_MAX)]));
  } catch (error) {
    // The worker stops: not the server's fault, and the job's next run finds the mail as it was.
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
 * Mails that one worker sends at once: a server that hangs must not take the places of webhooks.
 */
const PLACES = 2;
const FULL_PAUSE_MS = 2_000;
/** Behind webhooks. */
const PRIORITY = 30;

/**
 * For what was queued before mail was switched off: it is given up by the plan, like with a server
 * that is not there.
 */
const SWITCHED_OFF: MailTransport = {
  send: () => Promise.reject(new Error("mail is switched off")),
};

let sending = 0;

/** Sends one mail; when this worker's places are taken, it comes again in a moment. */
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

/** The one job of a mail: it adds itself again until the mail is sent or given up. */
export async function enqueueMail(tx: Tx, mailId: string, runAt: Date): Promise<void> {
  await enqueue(tx, sendMailJob, { mailId }, { key: `mail:${mailId}`, runAt, priority: PRIORITY });
}
