import { z } from "zod";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { getRecurrenceDetail } from "@/lib/money-in/recurrences/dashboard-queries";
import { recurrenceDetailView } from "@/lib/money-in/recurrences/dashboard-schema";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: z.object({ id: z.uuid() }),
  output: recurrenceDetailView,
  handle: ({ member: { merchantId }, input }) => getRecurrenceDetail(merchantId, input.id),
});
