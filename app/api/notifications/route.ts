import { person } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { notificationListQuery, notificationPageView } from "@/lib/notifications/notification-schema";
import { listNotifications } from "@/lib/notifications/queries";

export const GET = sessionEndpoint({
  access: person(),
  input: notificationListQuery,
  output: notificationPageView,
  handle: ({ session: { user, secondFactorAt }, input }) =>
    listNotifications({ ...user, secondFactorAt }, input.before),
});
