import type { Mail } from "@/lib/mail/mail";
import type { Mailbox } from "@/lib/mail/mail-address";

/** Who the mails are from. */
export type MailSender = Mailbox;

/**
 * The mail for nodemailer. Addresses are given as parts and the envelope is spelled out, so that nothing in a text can add a
 * recipient; files and URLs can never be attached.
 */
export function toMessage(mail: Mail, sender: MailSender) {
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
