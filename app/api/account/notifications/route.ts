import { z } from "zod";
import { person } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { chooseNotification } from "@/lib/notifications/choose-notification";
import { chooseNotificationInput, notificationChoicesView } from "@/lib/notifications/notification-schema";
import { listNotificationChoices } from "@/lib/notifications/queries";

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
