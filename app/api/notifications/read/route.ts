import { z } from "zod";
import { person } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { readNotificationsInput } from "@/lib/notifications/notification-schema";
import { readNotifications } from "@/lib/notifications/queries";

export const POST = sessionEndpoint({
  access: person(),
  input: readNotificationsInput,
  output: z.object({}),
  handle: async ({ session, input }) => {
    await readNotifications(session.user.id, input);
    return {};
  },
});
