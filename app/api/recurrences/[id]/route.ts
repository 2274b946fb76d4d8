import { z } from "zod";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { getRecurrenceDetail } from "@/lib/recurrences/dashboard-queries";
import { recurrenceDetailView } from "@/lib/recurrences/dashboard-schema";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: z.object({ id: z.uuid() }),
  output: recurrenceDetailView,
  handle: ({ member: { merchantId }, input }) => getRecurrenceDetail(merchantId, input.id),
});
