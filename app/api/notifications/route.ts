import { person } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { notificationListQuery, notificationPageView } from "@/lib/people/notifications/notification-schema";
import { listNotifications } from "@/lib/people/notifications/queries";

export const GET = sessionEndpoint({
  access: person(),
  input: notificationListQuery,
  output: notificationPageView,
  handle: ({ session: { user, secondFactorAt }, input }) =>
    listNotifications({ ...user, secondFactorAt }, input.before),
});
