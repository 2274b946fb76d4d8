import { createTransport } from "nodemailer";
import { withTimeLimit } from "@/lib/chains/limits";
import { causeText } from "@/lib/fronts/doctor/in-words";
import type { NewProbe } from "@/lib/fronts/doctor/probe-repo";
import type { Env } from "@/lib/kernel/env";
import { smtpConnection } from "@/lib/kernel/mail/mail-settings";

const MAIL_MS_MAX = 4_000;
const SUBJECT = "mail";

type MailSettings = Pick<Env, "MAIL_FROM" | "SMTP_URL" | "MAIL_FOLDER">;

/**
 * Connects to the mail server and signs in, within four seconds, and sends nothing. Null where no mails are sent at all. Only for who knows
 * the server's password.
 */
export async function probeMail(settings: MailSettings, signal: AbortSignal): Promise<NewProbe | null> {
  const { MAIL_FROM, SMTP_URL, MAIL_FOLDER } = settings;
  if (MAIL_FROM === undefined) return null;
  const found = { subject: SUBJECT, measured: null, detail: {} };
  if (SMTP_URL === undefined) {
    if (MAIL_FOLDER !== undefined)
      return { ...found, state: "good", says: "Mails are written into a folder, as usual in a sandbox.", mend: null };
    const says = "MAIL_FROM is set, and nothing says where mails go.";
    return { ...found, state: "wrong", says, mend: "Set SMTP_URL for the worker." };
  }
  const host = new URL(SMTP_URL).hostname;
  const begun = performance.now();
  try {
    const transport = createTransport(smtpConnection(SMTP_URL, { phaseMsMax: MAIL_MS_MAX }));
    await withTimeLimit(MAIL_MS_MAX, signal, (limited) => Promise.race([transport.verify(), whenAborted(limited)]));
    const measured = `${Math.round(performance.now() - begun)} ms`;
    return { ...found, state: "good", says: `${host} takes us in.`, mend: null, measured };
  } catch (error) {
    if (signal.aborted) throw error;
    const says = `${host} does not take us in: ${causeText(error)}.`;
    const mend =
      "Compare SMTP_URL (server, port, user, password) with what the mail's provider says; mails wait meanwhile.";
    return { ...found, state: "wrong", says, mend };
  }
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
