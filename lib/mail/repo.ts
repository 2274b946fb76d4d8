import { database, type Tx } from "@/lib/db";
import type { Mail } from "@/lib/mail/mail";

export type NewMail = Pick<Mail, "kind" | "reference" | "recipient" | "subject" | "text" | "html"> & {
  readonly isSecret: boolean;
};

/** In the place of what must not be read from the outbox once it is somebody's. */
const REMOVED = "(The text had a link in it and was removed.)\n";

/** Its id, or null when there is one for this (kind, reference) already. */
export async function insertMail(tx: Tx, mail: NewMail): Promise<string | null> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO mails (kind, reference, recipient, subject, text, html, is_secret)
    VALUES (${mail.kind}, ${mail.reference}, ${mail.recipient}, ${mail.subject}, ${mail.text}, ${mail.html}, ${mail.isSecret})
    ON CONFLICT (kind, reference) DO NOTHING RETURNING id::text`;
  return rows[0]?.id ?? null;
}

/** A mail that is still to be sent, or null. */
export function findPendingMail(id: string): Promise<Mail | null> {
  return database().mail.findFirst({
    where: { id, state: "pending" },
    omit: { state: true, lastError: true, sentAt: true, isSecret: true },
  });
}

export async function markSent(tx: Tx, id: string): Promise<void> {
  await tx.mail.updateMany({
    where: { id, state: "pending" },
    data: { state: "sent", sentAt: new Date(), lastError: null },
  });
  await forgetSecret(tx, id);
}

export async function markAttempt(
  tx: Tx,
  id: string,
  attempt: { readonly attemptCount: number; readonly lastError: string; readonly isLast: boolean },
): Promise<void> {
  const { attemptCount, lastError, isLast } = attempt;
  const data = { attemptCount, lastError, ...(isLast && { state: "failed" as const }) };
  await tx.mail.updateMany({ where: { id, state: "pending" }, data });
  if (isLast) await forgetSecret(tx, id);
}

async function forgetSecret(tx: Tx, id: string): Promise<void> {
  const where = { id, isSecret: true, state: { not: "pending" as const } };
  await tx.mail.updateMany({ where, data: { text: REMOVED, html: null } });
}
