import { z } from "zod";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { createRecurrenceFromForm } from "@/lib/recurrences/create-from-form";
import { listRecurrenceRows } from "@/lib/recurrences/dashboard-queries";
import { recurrenceListQuery, recurrencePageView } from "@/lib/recurrences/dashboard-schema";
import { newRecurrenceInput } from "@/lib/recurrences/new-recurrence-schema";

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
