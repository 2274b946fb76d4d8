import { person } from "@/lib/fronts/dashboard/gates";
import { done, operation, router } from "@/lib/fronts/dashboard/procedure";
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
