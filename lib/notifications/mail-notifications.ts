import { withTransaction } from "@/lib/db";
import { env } from "@/lib/env";
import { queueMail } from "@/lib/mail/queue-mail";
import { writeBundleMail } from "@/lib/notifications/bundle-mail";
import { findRecipient, listPeopleToMail, type MailableRow, takeToMail } from "@/lib/notifications/mails-repo";
import { isTold, notificationDetail } from "@/lib/notifications/notification-schema";
import { sentenceOf } from "@/lib/notifications/sentence-view";

/** What happens within this time after the first goes into the same mail. */
const BUNDLE_MS = 2 * 60_000;
const PEOPLE_A_RUN = 200;
const IN_ONE_MAIL_MAX = 1_000;

/**
 * Mails what people chose to be mailed, one mail for each person and bundle. Who is no longer a member, has lost the role for it, is
 * blocked, or whose address nobody has shown to be theirs, is mailed nothing, and neither later. Run every half minute.
 */
export async function mailNotifications(now = new Date()): Promise<void> {
  for (const userId of await listPeopleToMail(new Date(now.getTime() - BUNDLE_MS), PEOPLE_A_RUN)) await mailOne(userId);
}

async function mailOne(userId: string): Promise<void> {
  await withTransaction(async (tx) => {
    const rows = await takeToMail(tx, userId, IN_ONE_MAIL_MAX);
    const person = await findRecipient(tx, userId);
    const last = rows.at(-1);
    if (person === null || last === undefined || person.isBlocked || person.emailVerifiedAt === null) return;
    const lines = rows.filter((row) => mayStillSee(row, person.isOperator)).map(toLine);
    if (lines.length === 0) return;
    const mail = writeBundleMail(person, lines, env().BASE_URL);
    await queueMail(tx, { kind: "notifications", reference: `${userId}:${last.id}`, recipient: person.email, ...mail });
  });
}

function mayStillSee({ merchant_id, role, kind }: MailableRow, isOperator: boolean): boolean {
  return merchant_id === null ? isOperator : role !== null && isTold(role, kind);
}

function toLine({ kind, reference, detail, merchant_name }: MailableRow) {
  const sentence = sentenceOf(kind, { reference, detail: notificationDetail.parse(detail) });
  return { ...sentence, kind, merchantName: merchant_name };
}
