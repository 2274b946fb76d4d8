import { z } from "zod";
import { fresh } from "@/lib/dashboard/fresh";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { testView } from "@/lib/test-webhooks/console-schema";
import { sendPreparedTest } from "@/lib/test-webhooks/send-prepared-test";

export const POST = sessionEndpoint({
  access: fresh(member("webhook.test")),
  input: z.object({ id: z.uuid() }),
  output: testView,
  handle: ({ member: { merchantId, session }, input, now }) =>
    sendPreparedTest({ merchantId, actorId: session.user.id }, input.id, now),
});
