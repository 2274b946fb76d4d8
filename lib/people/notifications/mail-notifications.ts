import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import type { MemberRole } from "@/lib/people/merchants/role";
import { isNotified, type NotificationKind, notificationDetail } from "@/lib/people/notifications/notification-schema";
import { type Sentence, sentenceOf } from "@/lib/people/notifications/sentence-view";

type MailLine = Sentence & { readonly kind: NotificationKind; readonly merchantName: string | null };

const LINES_MAX = 20;

/** Writes one mail for everything that happened within minutes. Pure. */
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
      ? (first.subject ?? `${first.title}: ${first.text}`)
      : isAlike
        ? `${first.title}, ${lines.length} times`
        : `${lines.length} notifications`;
  return shop === null ? what : `${what} (${shop})`;
}

/** Events within this time after the first are bundled into the same mail. */
const BUNDLE_MS = 2 * 60_000;
const PEOPLE_A_RUN = 200;
const IN_ONE_MAIL_MAX = 1_000;

/**
 * Mails notifications to people who chose mail, one mail per person and bundle. People who left the
 * merchant, lost the role, are blocked or have an unproven address are never mailed these. Runs
 * every half minute.
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

/** Lists people with an unmailed notification older than `before`. */
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
  /** Null: no longer a member of that merchant. */
  readonly role: MemberRole | null;
};

/**
 * Takes all unmailed notifications of one person, oldest first, and marks them as mailed. Call it
 * only under `lockRecipient`.
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
 * Locks the person, so that no other worker mails them until the transaction has ended; null if
 * another one does: two workers sharing one person's notifications would send two mails.
 */
async function lockRecipient(tx: Tx, userId: string): Promise<Recipient | null> {
  const [person] = await tx.$queryRaw<Recipient[]>`
    SELECT email, name, is_operator AS "isOperator", is_blocked AS "isBlocked", email_verified_at IS NOT NULL AS "isEmailVerified"
    FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE SKIP LOCKED`;
  return person ?? null;
}
