import { clearAlarm, raiseAlarm } from "@/lib/alarms/raise-alarm";
import { type Tx, withTransaction } from "@/lib/db";
import { log } from "@/lib/log";
import { type Mail, type MailTransport, RecipientRefused } from "@/lib/mail/mail";
import { findPendingMail, type KeptMail, markAttempt, markSent } from "@/lib/mail/repo";
import { mailRetryMs } from "@/lib/mail/retry-plan";
import { openText } from "@/lib/mail/sealed-text";

/** Below what a job may take before another worker takes it over (lib/worker/free-stuck-jobs.ts). */
export const SEND_MS_MAX = 20_000;
const ERROR_CHARACTERS_MAX = 500;

export type SendOptions = {
  readonly transport: MailTransport;
  readonly enqueueAgain: (tx: Tx, mailId: string, runAt: Date) => Promise<void>;
  readonly signal: AbortSignal;
};

/**
 * Sends one mail of the outbox, once. A failure is written down and the mail tried again by the plan; after about a day it is given up
 * and the operator told. An address that the server will never take ends it at once, and is nobody's alarm: payers mistype.
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
function readable({ sealed, ...mail }: KeptMail): Mail {
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
    const message = `Mails cannot be sent: ${mail.kind} ${mail.reference} was given up after ${attemptCount} attempts. ${lastError}`;
    await raiseAlarm(tx, { kind: "mail-failed", subject: "mail", message });
  });
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/[\p{Cc}]+/gu, " ").slice(0, ERROR_CHARACTERS_MAX);
}
