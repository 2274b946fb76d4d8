import { z } from "zod";
import { person } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { readNotificationsInput } from "@/lib/people/notifications/notification-schema";
import { readNotifications } from "@/lib/people/notifications/queries";

export const POST = sessionEndpoint({
  access: person(),
  input: readNotificationsInput,
  output: z.object({}),
  handle: async ({ session, input }) => {
    await readNotifications(session.user.id, input);
    return {};
  },
});
