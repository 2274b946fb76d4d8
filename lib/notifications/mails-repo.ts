import { database, type Tx } from "@/lib/db";
import type { MemberRole } from "@/lib/merchants/role";
import type { NotificationKind } from "@/lib/notifications/notification-schema";

/** People with something to be mailed that has waited since `before`. */
export async function listPeopleToMail(before: Date, limit: number): Promise<readonly string[]> {
  const rows = await database().$queryRaw<{ user_id: string }[]>`
    SELECT user_id::text FROM notifications WHERE by_mail AND mailed_at IS NULL
    GROUP BY user_id HAVING min(created_at) < ${before} ORDER BY min(created_at) LIMIT ${limit}`;
  return rows.map((row) => row.user_id);
}

export type MailableRow = {
  readonly id: bigint;
  readonly kind: NotificationKind;
  readonly reference: string;
  readonly detail: unknown;
  readonly merchant_id: string | null;
  readonly merchant_name: string | null;
  /** Null: no member of that merchant any more. */
  readonly role: MemberRole | null;
};

/** All that one person has not been mailed, oldest first; whoever asks meanwhile gets none of it. It counts as mailed from now on. */
export async function takeToMail(tx: Tx, userId: string, limit: number): Promise<readonly MailableRow[]> {
  const rows = await tx.$queryRaw<MailableRow[]>`
    WITH taken AS (
      SELECT id FROM notifications WHERE user_id = ${userId}::uuid AND by_mail AND mailed_at IS NULL
      ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED),
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

export async function findRecipient(tx: Tx, userId: string) {
  return await tx.user.findUnique({
    where: { id: userId },
    select: { email: true, name: true, isOperator: true, isBlocked: true, emailVerifiedAt: true },
  });
}
