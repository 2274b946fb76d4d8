import { z } from "zod";
import { rowNumber } from "@/lib/kernel/paging/list-schema";
import { isAllowed, type MemberRole, type Permission } from "@/lib/people/merchants/role";

/** The kinds of notifications. Safe for the browser. */

export const NOTIFICATION_KINDS = [
  "invoice_paid",
  "payout_paid",
  "payout_failed",
  "webhook_failing",
  "case_opened",
  "refund_requested",
  "gas_low",
  "node_lagging",
  "payer_added",
  "aml_answered",
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

type KindRule = {
  /** The label of the setting. */
  readonly label: string;
  readonly hint: string;
  /** Members whose role has it are notified; null: the operators of the installation. */
  readonly permission: Permission | null;
  /** The default without a choice of their own. */
  readonly usual: { readonly inApp: boolean; readonly byMail: boolean };
};

const APP_ONLY = { inApp: true, byMail: false } as const;
const BOTH = { inApp: true, byMail: true } as const;

export const KIND_RULES: Readonly<Record<NotificationKind, KindRule>> = {
  invoice_paid: {
    label: "Invoice paid",
    hint: "Several within minutes are sent in one e-mail.",
    permission: "merchant.read",
    usual: APP_ONLY,
  },
  payout_paid: {
    label: "Payout arrived",
    hint: "Confirmed on the network.",
    permission: "merchant.read",
    usual: APP_ONLY,
  },
  payout_failed: {
    label: "Payout failed",
    hint: "The money was returned to your balance.",
    permission: "merchant.read",
    usual: BOTH,
  },
  webhook_failing: {
    label: "Webhooks are failing",
    hint: "Your server rejected webhooks several times in a row. At most one a day for each server.",
    permission: "webhook.resend",
    usual: BOTH,
  },
  case_opened: {
    label: "Payment needs a decision",
    hint: "Late, in another coin, or on another network.",
    permission: "case.decide",
    usual: BOTH,
  },
  refund_requested: {
    label: "Refund requested",
    hint: "Confirmed by the payer. Owners also receive a separate e-mail.",
    permission: "payout.create",
    usual: APP_ONLY,
  },
  payer_added: {
    label: "A member can now pay out",
    hint: "Someone joined or changed role. Owners also receive a separate e-mail.",
    permission: "member.change",
    usual: APP_ONLY,
  },
  aml_answered: {
    label: "Questionnaire answered",
    hint: "About a payment held by screening, which is waiting for your decision.",
    permission: null,
    usual: BOTH,
  },
  gas_low: {
    label: "Gas is low",
    hint: "The coin for network fees in a hot wallet covers only a few more transactions.",
    permission: null,
    usual: BOTH,
  },
  node_lagging: {
    label: "A node is behind",
    hint: "A node has been lagging or unavailable for minutes.",
    permission: null,
    usual: BOTH,
  },
};

/** Returns whether members with this role are notified of such events. */
export function isNotified(role: MemberRole, kind: NotificationKind): boolean {
  const { permission } = KIND_RULES[kind];
  return permission !== null && isAllowed(role, permission);
}

/** The variables of a notification's sentence: short texts, never a secret. */
export const notificationDetail = z.record(z.string().max(40), z.string().max(200));
export type NotificationDetail = z.output<typeof notificationDetail>;

export const notificationView = z.object({
  id: z.string(),
  kind: z.enum(NOTIFICATION_KINDS),
  merchantId: z.uuid().nullable(),
  merchantName: z.string().nullable(),
  title: z.string(),
  text: z.string(),
  /** The path of a page. */
  path: z.string(),
  createdAt: z.iso.datetime(),
  isRead: z.boolean(),
});
export type NotificationView = z.output<typeof notificationView>;

export const notificationPageView = z.object({
  items: z.array(notificationView),
  /** In total, at most 100. */
  unread: z.number().int(),
  nextCursor: z.string().nullable(),
});
export type NotificationPageView = z.output<typeof notificationPageView>;

export const notificationListQuery = z.object({ cursor: rowNumber.optional() });

/**
 * One notification that was opened, or all up to the latest that the person has seen in the list.
 */
export const readNotificationsInput = z.union([z.object({ id: rowNumber }), z.object({ upTo: rowNumber })]);
export type ReadNotifications = z.output<typeof readNotificationsInput>;

const choice = z.object({ kind: z.enum(NOTIFICATION_KINDS), inApp: z.boolean(), byMail: z.boolean() });
export type NotificationPreference = z.output<typeof choice>;

export const notificationPreferencesView = z.object({
  /** The kinds that this person can receive. */
  choices: z.array(choice),
  /** False: no mail is sent, because the address is unproven. */
  isMailVerified: z.boolean(),
});
export type NotificationPreferencesView = z.output<typeof notificationPreferencesView>;

export const chooseNotificationInput = choice;
