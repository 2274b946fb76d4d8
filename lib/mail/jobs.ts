import { z } from "zod";
import { type Tx, withTransaction } from "@/lib/db";
import { defineJob, type Job } from "@/lib/jobs/define-job";
import { enqueue } from "@/lib/jobs/enqueue";
import type { MailTransport } from "@/lib/mail/mail";
import { openMailTransport } from "@/lib/mail/mail-settings";
import { sendMail } from "@/lib/mail/send-mail";

const payload = z.object({ mailId: z.uuid() });

/** Mails that one worker sends at once: a server that hangs must not take the places of webhooks. */
const PLACES = 2;
const FULL_PAUSE_MS = 2_000;
/** Behind webhooks. */
const PRIORITY = 30;

/** For what was queued before mail was switched off: it is given up by the plan, like with a server that is not there. */
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
