import { z } from "zod";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { AppError } from "@/lib/errors";
import { findTest } from "@/lib/test-webhooks/console-queries";
import { testView } from "@/lib/test-webhooks/console-schema";

export const GET = sessionEndpoint({
  access: member("webhook.test"),
  input: z.object({ id: z.uuid() }),
  output: testView,
  handle: async ({ member: { merchantId }, input }) => {
    const test = await findTest(merchantId, input.id);
    if (test === null) throw new AppError("not_found", "There is no such test.");
    return test;
  },
});
