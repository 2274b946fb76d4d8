import { readPayments } from "@/lib/fronts/analytics/read-payments";
import { readVolume } from "@/lib/fronts/analytics/read-volume";
import { analyticsQuery, paymentsView, volumeView } from "@/lib/fronts/analytics/schema";
import { member, person } from "@/lib/fronts/dashboard/gates";
import { readOverview } from "@/lib/fronts/dashboard/overview";
import { overviewView } from "@/lib/fronts/dashboard/overview-schema";
import { done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { searchObjects } from "@/lib/fronts/dashboard/search-objects";
import { searchQuery, searchView } from "@/lib/fronts/dashboard/search-schema";
import { listAudit } from "@/lib/kernel/audit-log/queries";
import { auditPageView, auditQuery } from "@/lib/kernel/audit-log/schema";
import {
  notificationListQuery,
  notificationPageView,
  readNotificationsInput,
} from "@/lib/people/notifications/notification-schema";
import { listNotifications, readNotifications } from "@/lib/people/notifications/queries";

/** What happened, to whoever is signed in. */
export const notifications = router({
  list: operation(person())
    .input(notificationListQuery)
    .output(notificationPageView)
    .query(({ ctx: { session }, input }) => {
      const { user, secondFactorAt } = session;
      return listNotifications({ ...user, secondFactorAt }, input.cursor);
    }),

  /** Remembers what was looked at. */
  read: operation(person())
    .input(readNotificationsInput)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await readNotifications(session.user.id, input);
      return {};
    }),
});

/** Who changed what of the merchant. */
export const audit = router({
  list: operation(member("audit.read"))
    .input(auditQuery)
    .output(auditPageView)
    .query(({ ctx: { member }, input }) => listAudit({ merchantId: member.merchantId }, input)),
});

export const search = router({
  /** Things of the merchant by a name that somebody has at hand. */
  find: operation(member("merchant.read"))
    .input(searchQuery)
    .output(searchView)
    .query(async ({ ctx: { member }, input }) => ({ items: [...(await searchObjects(member.merchantId, input))] })),
});

/** The merchant's figures in a range of days. */
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

export const overview = router({
  /** What the merchant has, and what waits for somebody. */
  read: operation(member("merchant.read"))
    .output(overviewView)
    .query(({ ctx: { member, now } }) => {
      const { merchantId, session } = member;
      return readOverview({ merchantId, isOperator: session.user.isOperator }, now);
    }),
});
