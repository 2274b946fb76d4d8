import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import type { MemberRole } from "@/lib/people/merchants/role";
import { isNotified, type NotificationKind, notificationDetail } from "@/lib/people/notifications/notification-schema";
import { type Sentence, sentenceOf } from "@/lib/people/notifications/sentence-view";

type MailLine = Sentence & { readonly kind: NotificationKind; readonly merchantName: string | null };

const LINES_MAX = 20;

/** One mail for all that happened within minutes. Pure. */
function writeBundleMail(person: { readonly name: string }, lines: readonly MailLine[], baseUrl: string) {
  const shown = lines.slice(0, LINES_MAX);
  const rest = lines.length - shown.length;
  const names = new Set(lines.map(({ merchantName }) => merchantName));
  const text = [
    `Hello ${person.name},`,
    ...shown.map((line) => {
      const where = names.size > 1 && line.merchantName !== null ? `${line.merchantName}: ` : "";
      return `${where}${line.title}\n${line.text}\n${baseUrl}${line.path}`;
    }),
    ...(rest > 0 ? [`And ${rest} more, at ${baseUrl}/overview`] : []),
    `Change your notification settings:\n${baseUrl}/settings/account#notifications`,
  ].join("\n\n");
  return { subject: subjectOf(lines), text: `${text}\n` };
}

function subjectOf(lines: readonly MailLine[]): string {
  const [first] = lines;
  if (first === undefined) return "Nothing happened";
  const shop = new Set(lines.map(({ merchantName }) => merchantName)).size === 1 ? first.merchantName : null;
  const isAlike = lines.every(({ kind }) => kind === first.kind);
  const what =
    lines.length === 1
      ? `${first.title}: ${first.text}`
      : isAlike
        ? `${first.title}, ${lines.length} times`
        : `${lines.length} notifications`;
  return shop === null ? what : `${what} (${shop})`;
}

/** What happens within this time after the first goes into the same mail. */
const BUNDLE_MS = 2 * 60_000;
const PEOPLE_A_RUN = 200;
const IN_ONE_MAIL_MAX = 1_000;

/**
 * Mails what people chose to be mailed, one mail for each person and bundle. Who is no longer a
 * member, has lost the role for it, is blocked, or whose address nobody has shown to be theirs, is
 * mailed nothing, and neither later. Run every half minute.
 */
export async function mailNotifications(now = new Date()): Promise<void> {
  for (const userId of await listPeopleToMail(new Date(now.getTime() - BUNDLE_MS), PEOPLE_A_RUN)) await mailOne(userId);
}

async function mailOne(userId: string): Promise<void> {
  await withTransaction(async (tx) => {
    const person = await lockRecipient(tx, userId);
    if (person === null) return;
    const rows = await takeToMail(tx, userId, IN_ONE_MAIL_MAX);
    const last = rows.at(-1);
    if (last === undefined || person.isBlocked || !person.isEmailVerified) return;
    const lines = rows.filter((row) => mayStillSee(row, person.isOperator)).map(toLine);
    if (lines.length === 0) return;
    const mail = writeBundleMail(person, lines, env().BASE_URL);
    await queueMail(tx, { kind: "notifications", reference: `${userId}:${last.id}`, recipient: person.email, ...mail });
  });
}

function mayStillSee({ merchant_id, role, kind }: MailableRow, isOperator: boolean): boolean {
  return merchant_id === null ? isOperator : role !== null && isNotified(role, kind);
}

function toLine({ kind, reference, detail, merchant_name }: MailableRow) {
  const sentence = sentenceOf(kind, { reference, detail: notificationDetail.parse(detail) });
  return { ...sentence, kind, merchantName: merchant_name };
}

/** People with something to be mailed that has waited since `before`. */
async function listPeopleToMail(before: Date, limit: number): Promise<readonly string[]> {
  const rows = await database().$queryRaw<{ user_id: string }[]>`
    SELECT user_id::text FROM notifications WHERE by_mail AND mailed_at IS NULL
    GROUP BY user_id HAVING min(created_at) < ${before} ORDER BY min(created_at) LIMIT ${limit}`;
  return rows.map((row) => row.user_id);
}

type MailableRow = {
  readonly id: bigint;
  readonly kind: NotificationKind;
  readonly reference: string;
  readonly detail: unknown;
  readonly merchant_id: string | null;
  readonly merchant_name: string | null;
  /** Null: no member of that merchant any more. */
  readonly role: MemberRole | null;
};

/**
 * All that one person has not been mailed, oldest first. It counts as mailed from now on. Ask only
 * under `lockRecipient`.
 */
async function takeToMail(tx: Tx, userId: string, limit: number): Promise<readonly MailableRow[]> {
  const rows = await tx.$queryRaw<MailableRow[]>`
    WITH taken AS (
      SELECT id FROM notifications WHERE user_id = ${userId}::uuid AND by_mail AND mailed_at IS NULL
      ORDER BY id LIMIT ${limit} FOR UPDATE),
    marked AS (
      UPDATE notifications AS n SET mailed_at = clock_timestamp() FROM taken WHERE n.id = taken.id
      RETURNING n.id, n.kind, n.reference, n.detail, n.merchant_id)
    SELECT marked.id, marked.kind::text, marked.reference, marked.detail, marked.merchant_id::text,
      merchants.name AS merchant_name, members.role::text AS role
    FROM marked LEFT JOIN merchants ON merchants.id = marked.merchant_id
      LEFT JOIN merchant_members AS members ON members.merchant_id = marked.merchant_id AND members.user_id = ${userId}::uuid
    ORDER BY marked.id`;
  return rows;
}

type Recipient = {
  readonly email: string;
  readonly name: string;
  readonly isOperator: boolean;
  readonly isBlocked: boolean;
  readonly isEmailVerified: boolean;
};

/**
 * The person, whom no other worker mails until the transaction has ended; null while another one
 * does: two that share one person's notifications between them would send two mails.
 */
async function lockRecipient(tx: Tx, userId: string): Promise<Recipient | null> {
  const [person] = await tx.$queryRaw<Recipient[]>`
    SELECT email, name, is_operator AS "isOperator", is_blocked AS "isBlocked", email_verified_at IS NOT NULL AS "isEmailVerified"
    FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE SKIP LOCKED`;
  return person ?? null;
}
