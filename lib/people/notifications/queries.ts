import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { listMemberships } from "@/lib/people/identity/session-queries";
import { MEMBER_ROLES } from "@/lib/people/merchants/role";
import {
  isNotified,
  KIND_RULES,
  NOTIFICATION_KINDS,
  type NotificationPageView,
  type NotificationPreference,
  type NotificationPreferencesView,
  notificationDetail,
  type ReadNotifications,
} from "@/lib/people/notifications/notification-schema";
import {
  countUnread,
  findMailState,
  markRead,
  selectNotifications,
  selectPreferences,
  upsertPreference,
  type Visible,
} from "@/lib/people/notifications/repo";
import { sentenceOf } from "@/lib/people/notifications/sentence-view";

const PAGE_SIZE = 15;
const UNREAD_COUNTED = 100;

type Person = { readonly id: string; readonly isOperator: boolean };

/** `secondFactorAt`: when a second factor was shown in the caller's session; null: never. */
type Reader = Person & { readonly secondFactorAt: Date | null };

/**
 * Lists a person's notifications, newest first, a page at a time, with the number of unread ones.
 * Omits merchants that require a second factor until one was shown.
 */
export async function listNotifications(reader: Reader, cursor: string | undefined): Promise<NotificationPageView> {
  const visible = await visibleTo(reader);
  const [rows, unread] = await Promise.all([
    selectNotifications(visible, cursor, PAGE_SIZE + 1),
    countUnread(visible, UNREAD_COUNTED),
  ]);
  const shown = rows.slice(0, PAGE_SIZE);
  const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => ({
      id: row.id.toString(),
      kind: row.kind,
      merchantId: row.merchantId,
      merchantName: row.merchant?.name ?? null,
      ...sentenceOf(row.kind, { reference: row.reference, detail: notificationDetail.parse(row.detail) }),
      createdAt: row.createdAt.toISOString(),
      isRead: row.readAt !== null,
    })),
    unread,
    nextCursor: last ? last.id.toString() : null,
  };
}

/** Marks a person's own notifications as read, never anybody else's. */
export async function readNotifications(userId: string, which: ReadNotifications): Promise<void> {
  await markRead(userId, "id" in which ? { equals: BigInt(which.id) } : { lte: BigInt(which.upTo) });
}

/** Returns how a person is notified of each kind that they can receive. */
export async function listNotificationPreferences(person: Person): Promise<NotificationPreferencesView> {
  const [memberships, chosen, mail] = await Promise.all([
    listMemberships(person.id),
    selectPreferences(person.id),
    findMailState(person.id),
  ]);
  const roles = MEMBER_ROLES.filter((role) => memberships.some((membership) => membership.role === role));
  const kinds = NOTIFICATION_KINDS.filter((kind) =>
    KIND_RULES[kind].permission === null ? person.isOperator : roles.some((role) => isNotified(role, kind)),
  );
  return {
    choices: kinds.map((kind) => chosen.find((one) => one.kind === kind) ?? { kind, ...KIND_RULES[kind].usual }),
    isMailVerified: mail.isVerified,
  };
}

async function visibleTo({ id, isOperator, secondFactorAt }: Reader): Promise<Visible> {
  const memberships = await listMemberships(id);
  const open = memberships.filter(({ requiresSecondFactor }) => !requiresSecondFactor || secondFactorAt !== null);
  const merchants = open.map(({ merchantId, role }) => ({
    merchantId,
    kinds: NOTIFICATION_KINDS.filter((kind) => isNotified(role, kind)),
  }));
  return { userId: id, merchants, isOperator };
}

/** Sets how a person is notified of one kind from now on. */
export async function chooseNotification(userId: string, choice: NotificationPreference): Promise<void> {
  await withTransaction(async (tx) => {
    const before = (await upsertPreference(tx, userId, choice)) ?? KIND_RULES[choice.kind].usual;
    await recordAudit(tx, {
      actorId: userId,
      action: "notification.choose",
      target: choice.kind,
      before: { inApp: before.inApp, byMail: before.byMail },
      after: { inApp: choice.inApp, byMail: choice.byMail },
    });
  });
}
