import { z } from "zod";
import { openSecret, sealSecret } from "@/lib/kernel/crypto/secrets";
import { database, type Tx } from "@/lib/kernel/db";
import type { Mail } from "@/lib/kernel/mail/message";

type MailText = Pick<Mail, "text" | "html">;

const mailText = z.strictObject({ text: z.string(), html: z.string().nullable() });

/**
 * Seals a mail's text, so that only this installation's processes can read it, and only for this
 * mail.
 */
export function sealText(mailId: string, { text, html }: MailText): Uint8Array<ArrayBuffer> {
  return sealSecret(JSON.stringify({ text, html }), mailContext(mailId));
}

/**
 * @throws Error with this reason when it was sealed with a key that is not configured, or for
 *   another mail
 */
export function openText(mailId: string, sealed: Uint8Array): MailText {
  return mailText.parse(JSON.parse(opened(mailId, sealed)));
}

function opened(mailId: string, sealed: Uint8Array): string {
  try {
    return openSecret(sealed, mailContext(mailId));
  } catch (error) {
    throw new Error("its text cannot be read: it was written with another SECRET_KEY", { cause: error });
  }
}

/** The context to which a mail's text is sealed. */
export function mailContext(mailId: string): string {
  return `mail:${mailId}`;
}

/** `sealed`: the text of a secret mail; its plain text and HTML exist only until it is written. */
export type NewMail = Pick<Mail, "id" | "kind" | "reference" | "recipient" | "subject" | "text" | "html"> & {
  readonly sealed: Uint8Array<ArrayBuffer> | null;
};

/** Replaces a text that must not be readable in the outbox. */
const REMOVED = "(The text has a link in it and is not kept here.)\n";

/** Returns false if this (kind, reference) already has one. */
export async function insertMail(tx: Tx, { sealed, ...mail }: NewMail): Promise<boolean> {
  const shown = sealed === null ? mail : { ...mail, text: REMOVED, html: null };
  const data = { ...shown, sealed, isSecret: sealed !== null };
  const { count } = await tx.mail.createMany({ data, skipDuplicates: true });
  return count === 1;
}

/** As stored: the text of a secret mail is in `sealed`. */
export type StoredMail = Mail & { readonly sealed: Uint8Array | null };

/** Returns a mail that is still to be sent, or null. */
export function findPendingMail(id: string): Promise<StoredMail | null> {
  return database().mail.findFirst({
    where: { id, state: "pending" },
    omit: { state: true, lastError: true, sentAt: true, isSecret: true },
  });
}

export async function markSent(tx: Tx, id: string): Promise<void> {
  await tx.mail.updateMany({
    where: { id, state: "pending" },
    data: { state: "sent", sentAt: new Date(), lastError: null, sealed: null },
  });
  await clearSecret(tx, id);
}

export async function markAttempt(
  tx: Tx,
  id: string,
  attempt: { readonly attemptCount: number; readonly lastError: string; readonly isLast: boolean },
): Promise<void> {
  const { attemptCount, lastError, isLast } = attempt;
  const data = { attemptCount, lastError, ...(isLast && { state: "failed" as const, sealed: null }) };
  await tx.mail.updateMany({ where: { id, state: "pending" }, data });
  if (isLast) await clearSecret(tx, id);
}

/** Deletes texts written before secret texts were sealed. */
async function clearSecret(tx: Tx, id: string): Promise<void> {
  const where = { id, isSecret: true, state: { not: "pending" as const } };
  await tx.mail.updateMany({ where, data: { text: REMOVED, html: null } });
}
