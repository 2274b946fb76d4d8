import { randomUUID } from "node:crypto";
import type { Tx } from "@/lib/kernel/db";
import { log } from "@/lib/kernel/log";
import { enqueueMail } from "@/lib/kernel/mail/jobs";
import { headerLine, isMailAddress } from "@/lib/kernel/mail/mail-address";
import { mailSender } from "@/lib/kernel/mail/mail-settings";
import { insertMail, sealText } from "@/lib/kernel/mail/repo";

const SUBJECT_CHARACTERS_MAX = 200;

export type MailToQueue = {
  /** What sort of mail it is, for example `receipt`. */
  readonly kind: string;
  /** What it is about: there is one mail for each (kind, reference), ever. */
  readonly reference: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  /** Already escaped. */
  readonly html?: string;
  /**
   * It carries a link that lets somebody in: the outbox keeps the text sealed, and forgets it as
   * soon as the mail has left or was given up.
   */
  readonly isSecret?: boolean;
};

let hasSaidOff = false;

/**
 * Writes a mail and its job in the caller's transaction: it is sent if what it tells of is
 * committed, and after that.
 *
 * A mail is never a reason for what it tells of to fail: while mail is off, for an address that is
 * none, and for a second mail about the same thing, nothing is queued and nothing is thrown.
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

/** The one character that no text column takes. */
function withoutNul(text: string): string {
  return text.replaceAll("\0", "");
}
