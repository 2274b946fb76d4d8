import { randomUUID } from "node:crypto";
import type { Tx } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { enqueueMail } from "@/lib/kernel/mail/jobs";
import { headerLine, isMailAddress } from "@/lib/kernel/mail/mail-address";
import { mailSender } from "@/lib/kernel/mail/mail-settings";
import { insertMail, sealText } from "@/lib/kernel/mail/repo";

const SUBJECT_CHARACTERS_MAX = 200;

export type MailToQueue = {
  /** The kind of mail, for example `receipt`. */
  readonly kind: string;
  /** Its subject: each (kind, reference) gets only one mail, ever. */
  readonly reference: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  /** Already escaped. */
  readonly html?: string;
  /**
   * It contains a link that grants access: the outbox stores the text sealed, and deletes it once
   * the mail is sent or abandoned.
   */
  readonly isSecret?: boolean;
};

let hasSaidOff = false;

/**
 * Writes a mail and its job in the caller's transaction: it is sent only if and after that commits.
 *
 * A mail never makes its transaction fail: while mail is disabled, for an invalid address, and for
 * a second mail about the same subject, nothing is queued and nothing is thrown.
 *
 * @returns whether it was queued
 */
export async function queueMail(tx: Tx, mail: MailToQueue): Promise<boolean> {
  if (mailSender() === null) {
    if (!hasSaidOff) log().info("no mails are sent: MAIL_FROM is not set");
    hasSaidOff = true;
    return false;
  }
  if (!isMailAddress(mail.recipient)) {
    log().info({ kind: mail.kind, reference: mail.reference }, "no mail is sent: the address is none");
    return false;
  }
  const { kind, reference, recipient, text, html = null, isSecret = false } = mail;
  const subject = headerLine(mail.subject, SUBJECT_CHARACTERS_MAX);
  const id = randomUUID();
  const says = { text: withoutNul(text), html: html && withoutNul(html) };
  const sealed = isSecret ? sealText(id, says) : null;
  const isNew = await insertMail(tx, { id, kind, reference, recipient, subject, ...says, sealed });
  if (isNew) await enqueueMail(tx, id, new Date());
  return isNew;
}

/** The only character that no text column accepts. */
function withoutNul(text: string): string {
  return text.replaceAll("\0", "");
}
