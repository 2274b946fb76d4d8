import { env } from "@/lib/env";
import { createFolderTransport } from "@/lib/mail/folder-transport";
import type { MailTransport } from "@/lib/mail/mail";
import { parseMailbox } from "@/lib/mail/mail-address";
import type { MailSender } from "@/lib/mail/message";
import { createSmtpTransport } from "@/lib/mail/smtp-transport";

/** Who mails are from; null when this installation sends none. */
export function mailSender(): MailSender | null {
  const { MAIL_FROM } = env();
  return MAIL_FROM === undefined ? null : parseMailbox(MAIL_FROM);
}

let transport: MailTransport | undefined;

/**
 * How mails leave this process: by SMTP_URL, else into MAIL_FOLDER; null when mail is off.
 * @throws Error that names the setting when mail is on without either
 */
export function openMailTransport(): MailTransport | null {
  const sender = mailSender();
  if (sender === null) return null;
  const { SMTP_URL, MAIL_FOLDER } = env();
  if (SMTP_URL !== undefined) transport ??= createSmtpTransport(SMTP_URL, sender);
  else if (MAIL_FOLDER !== undefined) transport ??= createFolderTransport(MAIL_FOLDER, sender);
  else
    throw new Error("Bad setting SMTP_URL: MAIL_FROM is set, and neither SMTP_URL nor MAIL_FOLDER says where mails go");
  return transport;
}
