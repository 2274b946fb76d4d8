import { Prisma } from "@/lib/generated/prisma/client";
import { database, type Tx } from "@/lib/kernel/db";
import type { MemberRole } from "@/lib/people/merchants/role";
import type {
  NotificationDetail,
  NotificationKind,
  NotificationPreference,
} from "@/lib/people/notifications/notification-schema";

export type NewNotifications = {
  readonly kind: NotificationKind;
  /** Null: for the operators. */
  readonly merchantId: string | null;
  readonly usual: { readonly inApp: boolean; readonly byMail: boolean };
  readonly subjects: readonly { readonly reference: string; readonly detail: NotificationDetail }[];
};

/** Subjects as rows `s (reference, detail)`, for a `FROM`. */
export const rowsOf = (subjects: NewNotifications["subjects"]) => Prisma.sql`
  unnest(${subjects.map(({ reference }) => reference)}::text[], ${subjects.map(({ detail }) => JSON.stringify(detail))}::text[])
    AS s (reference, detail)`;

/**
 * Notifies the members with these roles, each as they have chosen, and of each subject once. One
 * statement, however many members and subjects.
 */
export async function insertForMembers(
  tx: Tx,
  { kind, merchantId, usual, subjects }: NewNotifications,
  roles: readonly MemberRole[],
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO notifications (user_id, merchant_id, kind, reference, detail, in_app, by_mail)
    SELECT u.id, m.merchant_id, ${kind}::notification_kind, s.reference, s.detail::jsonb,
      coalesce(c.in_app, ${usual.inApp}), coalesce(c.by_mail, ${usual.byMail}) AND u.email_verified_at IS NOT NULL
    FROM ${rowsOf(subjects)} CROSS JOIN merchant_members AS m JOIN users AS u ON u.id = m.user_id AND NOT u.is_blocked
      LEFT JOIN notification_preferences AS c ON c.user_id = u.id AND c.kind = ${kind}::notification_kind
    WHERE m.merchant_id = ${merchantId}::uuid AND m.role = ANY(${[...roles]}::member_role[])
      AND (coalesce(c.in_app, ${usual.inApp}) OR coalesce(c.by_mail, ${usual.byMail}))
    ON CONFLICT (user_id, kind, reference) DO NOTHING`;
}

/** Does the same for all operators. */
export async function insertForOperators(tx: Tx, { kind, usual, subjects }: NewNotifications): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO notifications (user_id, kind, reference, detail, in_app, by_mail)
    SELECT u.id, ${kind}::notification_kind, s.reference, s.detail::jsonb,
      coalesce(c.in_app, ${usual.inApp}), coalesce(c.by_mail, ${usual.byMail}) AND u.email_verified_at IS NOT NULL
    FROM ${rowsOf(subjects)} CROSS JOIN users AS u LEFT JOIN notification_preferences AS c ON c.user_id = u.id AND c.kind = ${kind}::notification_kind
    WHERE u.is_operator AND NOT u.is_blocked
      AND (coalesce(c.in_app, ${usual.inApp}) OR coalesce(c.by_mail, ${usual.byMail}))
    ON CONFLICT (user_id, kind, reference) DO NOTHING`;
}

/**
 * What a person may still see: of merchants that they are a member of now, as their role permits
 * now.
 */
export type Visible = {
  readonly userId: string;
  readonly merchants: readonly { readonly merchantId: string; readonly kinds: readonly NotificationKind[] }[];
  readonly isOperator: boolean;
};

function visibleTo({ userId, merchants, isOperator }: Visible): Prisma.NotificationWhereInput {
  const ofMerchants = merchants.map(({ merchantId, kinds }) => ({ merchantId, kind: { in: [...kinds] } }));
  return { userId, inApp: true, OR: [...ofMerchants, ...(isOperator ? [{ merchantId: null }] : [])] };
}

/** Newest first. */
export async function selectNotifications(visible: Visible, before: string | undefined, limit: number) {
  return await database().notification.findMany({
    where: { ...visibleTo(visible), ...(before !== undefined && { id: { lt: BigInt(before) } }) },
    orderBy: { id: "desc" },
    take: limit,
    include: { merchant: { select: { name: true } } },
  });
}

/** Counts unread notifications, up to `max`. */
export async function countUnread(visible: Visible, max: number): Promise<number> {
  return await database().notification.count({ where: { ...visibleTo(visible), readAt: null }, take: max });
}

/** Affects this person alone, whatever id is given. */
export async function markRead(userId: string, which: Prisma.BigIntFilter<"Notification">): Promise<void> {
  await database().notification.updateMany({
    where: { userId, readAt: null, id: which },
    data: { readAt: new Date() },
  });
}

export async function selectPreferences(userId: string): Promise<readonly NotificationPreference[]> {
  return await database().notificationPreference.findMany({
    where: { userId },
    select: { kind: true, inApp: true, byMail: true },
  });
}

/** Returns the previous choice, null if there was none. */
export async function upsertPreference(tx: Tx, userId: string, { kind, inApp, byMail }: NotificationPreference) {
  const where = { userId_kind: { userId, kind } };
  const before = await tx.notificationPreference.findUnique({ where, select: { inApp: true, byMail: true } });
  const data = { inApp, byMail };
  await tx.notificationPreference.upsert({ where, create: { userId, kind, ...data }, update: data });
  return before;
}

export async function findMailState(userId: string): Promise<{ readonly isVerified: boolean }> {
  const user = await database().user.findUnique({ where: { id: userId }, select: { emailVerifiedAt: true } });
  return { isVerified: user?.emailVerifiedAt != null };
}

/** Deletes notifications that nobody will look up any more. */
export async function deleteOld(before: Date): Promise<void> {
  await database().notification.deleteMany({ where: { createdAt: { lt: before } } });
}
