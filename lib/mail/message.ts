import { type Mail, RecipientRefused } from "@/lib/mail/mail";
import { isMailAddress, type Mailbox } from "@/lib/mail/mail-address";

/** Who the mails are from. */
export type MailSender = Mailbox;

/**
 * The mail for nodemailer, which would read a list of addresses where we mean one: so the recipient is checked here too, whatever was
 * checked when the mail was queued. Files and URLs can never be attached.
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
