import { isMailAddress, type Mailbox } from "@/lib/kernel/mail/mail-address";

/** A mail as it goes out. */
export type Mail = {
  readonly id: string;
  readonly kind: string;
  readonly reference: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** How often sending it has failed. */
  readonly attemptCount: number;
  readonly createdAt: Date;
};

/** A way for mails to leave. */
export interface MailTransport {
  /**
   * Hands one mail over. When it throws, the mail may have been taken all the same (an answer can
   * be lost): it carries the same Message-ID each time, so that a mailbox can tell.
   * @throws RecipientRefused when the server will never take mails for this address
   * @throws Error for anything that may pass
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
}

/** The server says that there is no such mailbox: trying again is of no use. */
export class RecipientRefused extends Error {
  override readonly name = "RecipientRefused";
}

/** Who the mails are from. */
export type MailSender = Mailbox;

/**
 * The mail for nodemailer, which would read a list of addresses where we mean one: so the recipient
 * is checked here too, whatever was checked when the mail was queued. Files and URLs can never be
 * attached.
 * @throws RecipientRefused for a recipient that is not exactly one address
 */
export function toMessage(mail: Mail, sender: MailSender) {
  if (!isMailAddress(mail.recipient)) throw new RecipientRefused(`the recipient of mail ${mail.id} is no address`);
  const domain = sender.address.slice(sender.address.lastIndexOf("@") + 1);
  return {
    from: { name: sender.name, address: sender.address },
    to: { name: "", address: mail.recipient },
    envelope: { from: sender.address, to: [mail.recipient] },
    // The same on every attempt: a mailbox that gets two copies can tell.
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
