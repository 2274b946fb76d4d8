import { z } from "zod";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { createRecurrenceFromForm } from "@/lib/money-in/recurrences/create-recurrence";
import { listRecurrenceRows } from "@/lib/money-in/recurrences/dashboard-queries";
import { recurrenceListQuery, recurrencePageView } from "@/lib/money-in/recurrences/dashboard-schema";
import { newRecurrenceInput } from "@/lib/money-in/recurrences/new-recurrence-schema";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: recurrenceListQuery,
  output: recurrencePageView,
  handle: ({ member: { merchantId }, input }) => listRecurrenceRows(merchantId, input),
});

export const POST = sessionEndpoint({
  access: member("invoice.create"),
  input: newRecurrenceInput,
  output: z.object({ id: z.uuid() }),
  handle: ({ member: { merchantId, session }, input }) =>
    createRecurrenceFromForm({ merchantId, actorId: session.user.id }, input),
});
