import { z } from "zod";
import { person } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { chooseNotificationInput, notificationChoicesView } from "@/lib/people/notifications/notification-schema";
import { chooseNotification, listNotificationChoices } from "@/lib/people/notifications/queries";

export const GET = sessionEndpoint({
  access: person(),
  input: z.object({}),
  output: notificationChoicesView,
  handle: ({ session }) => listNotificationChoices(session.user),
});

export const POST = sessionEndpoint({
  access: person(),
  input: chooseNotificationInput,
  output: z.object({}),
  handle: async ({ session, input }) => {
    await chooseNotification(session.user.id, input);
    return {};
  },
});
