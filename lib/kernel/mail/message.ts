import { isMailAddress, type Mailbox } from "@/lib/kernel/mail/mail-address";

/** A mail as it is sent. */
export type Mail = {
  readonly id: string;
  readonly kind: string;
  readonly reference: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** Number of failed attempts. */
  readonly attemptCount: number;
  readonly createdAt: Date;
};

/** A transport for mails. */
export interface MailTransport {
  /**
   * Sends one mail. If it throws, the mail may have been accepted anyway (a response can be lost):
   * every attempt has the same Message-ID, so that a mailbox can detect duplicates.
   * @throws RecipientRefused when the server permanently rejects this address
   * @throws Error for anything that may be temporary
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
}

/** The server says that there is no such mailbox: a retry is useless. */
export class RecipientRefused extends Error {
  override readonly name = "RecipientRefused";
}

/** The sender of mails. */
export type MailSender = Mailbox;

/**
 * Builds the message for nodemailer, which would parse a list of addresses where we mean one:
 * therefore checks the recipient again, whatever was checked when the mail was queued. Files and
 * URLs can never be attached.
 * @throws RecipientRefused for a recipient that is not exactly one address
 */
export function toMessage(mail: Mail, sender: MailSender) {
  if (!isMailAddress(mail.recipient)) throw new RecipientRefused(`the recipient of mail ${mail.id} is no address`);
  const domain = sender.address.slice(sender.address.lastIndexOf("@") + 1);
  return {
    from: { name: sender.name, address: sender.address },
    to: { name: "", address: mail.recipient },
    envelope: { from: sender.address, to: [mail.recipient] },
    // The same on every attempt, so that a mailbox can detect duplicates.
    messageId: `<${mail.id}@${domain}>`,
    date: mail.createdAt,
    subject: mail.subject,
    text: mail.text,
    ...(mail.html !== null && { html: mail.html }),
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
