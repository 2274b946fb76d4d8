import { readPayments } from "@/lib/fronts/analytics/read-payments";
import { readVolume } from "@/lib/fronts/analytics/read-volume";
import { analyticsQuery, paymentsView, volumeView } from "@/lib/fronts/analytics/schema";
import type { Member } from "@/lib/fronts/dashboard/current-session";
import { member, person } from "@/lib/fronts/dashboard/gates";
import { countInbox, type InboxViewer, listInbox } from "@/lib/fronts/dashboard/inbox";
import { inboxCountsView, inboxPageView, inboxQuery } from "@/lib/fronts/dashboard/inbox-schema";
import { listNamedAudit } from "@/lib/fronts/dashboard/named-audit";
import { namedAuditPage } from "@/lib/fronts/dashboard/named-audit-schema";
import { readOverview } from "@/lib/fronts/dashboard/overview";
import { overviewView } from "@/lib/fronts/dashboard/overview-schema";
import { done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { searchObjects } from "@/lib/fronts/dashboard/search-objects";
import { searchQuery, searchView } from "@/lib/fronts/dashboard/search-schema";
import { auditQuery } from "@/lib/kernel/audit-log/schema";
import {
  notificationListQuery,
  notificationPageView,
  readNotificationsInput,
} from "@/lib/people/notifications/notification-schema";
import { listNotifications, readNotifications } from "@/lib/people/notifications/queries";

/** Notifications of the signed-in user. */
export const notifications = router({
  list: operation(person())
    .input(notificationListQuery)
    .output(notificationPageView)
    .query(({ ctx: { session }, input }) => {
      const { user, secondFactorAt } = session;
      return listNotifications({ ...user, secondFactorAt }, input.cursor);
    }),

  /** Marks notifications as read. */
  read: operation(person())
    .input(readNotificationsInput)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await readNotifications(session.user.id, input);
      return {};
    }),
});

/** The merchant's audit log. */
export const audit = router({
  list: operation(member("audit.read"))
    .input(auditQuery)
    .output(namedAuditPage)
    .query(({ ctx: { member }, input }) => listNamedAudit({ merchantId: member.merchantId }, input)),
});

export const search = router({
  /** Finds the merchant's objects by an id or name. */
  find: operation(member("merchant.read"))
    .input(searchQuery)
    .output(searchView)
    .query(async ({ ctx: { member }, input }) => ({ items: [...(await searchObjects(member.merchantId, input))] })),
});

/** The merchant's statistics in a range of days. */
export const analytics = router({
  volume: operation(member("merchant.read"))
    .input(analyticsQuery)
    .output(volumeView)
    .query(({ ctx: { member, now }, input }) => readVolume(member.merchantId, input, now)),

  payments: operation(member("merchant.read"))
    .input(analyticsQuery)
    .output(paymentsView)
    .query(({ ctx: { member, now }, input }) => readPayments(member.merchantId, input, now)),
});

/** What waits for a decision of the member. */
export const inbox = router({
  list: operation(member("merchant.read"))
    .input(inboxQuery)
    .output(inboxPageView)
    .query(({ ctx: { member }, input }) => listInbox(inboxViewerOf(member), input)),

  /** For the badges of the navigation. */
  counts: operation(member("merchant.read"))
    .output(inboxCountsView)
    .query(({ ctx: { member } }) => countInbox(inboxViewerOf(member))),
});

function inboxViewerOf({ merchantId, role, session }: Member): InboxViewer {
  return { merchantId, role, userId: session.user.id };
}

export const overview = router({
  /** The merchant's balances and pending work. */
  read: operation(member("merchant.read"))
    .output(overviewView)
    .query(({ ctx: { member, now } }) => {
      const { merchantId, session } = member;
      return readOverview({ merchantId, isOperator: session.user.isOperator }, now);
    }),
});
