import { member } from "@/lib/fronts/dashboard/gates";
import { byId, done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { cancelRecurrence } from "@/lib/money-in/recurrences/cancel-recurrence";
import { createRecurrenceFromForm } from "@/lib/money-in/recurrences/create-recurrence";
import { getRecurrenceDetail, listRecurrenceRows } from "@/lib/money-in/recurrences/dashboard-queries";
import {
  newRecurrenceInput,
  recurrenceDetailView,
  recurrenceListQuery,
  recurrencePageView,
} from "@/lib/money-in/recurrences/dashboard-schema";
import { getRecurrence } from "@/lib/money-in/recurrences/get-recurrence";

/** Plans of recurring payments. */
export const recurrences = router({
  list: operation(member("merchant.read"))
    .input(recurrenceListQuery)
    .output(recurrencePageView)
    .query(({ ctx: { member }, input }) => listRecurrenceRows(member.merchantId, input)),

  detail: operation(member("merchant.read"))
    .input(byId)
    .output(recurrenceDetailView)
    .query(({ ctx: { member }, input }) => getRecurrenceDetail(member.merchantId, input.id)),

  create: operation(member("invoice.create"))
    .input(newRecurrenceInput)
    .output(byId)
    .mutation(({ ctx: { member }, input }) => {
      const { merchantId, session } = member;
      return createRecurrenceFromForm({ merchantId, actorId: session.user.id }, input);
    }),

  /** Ends a plan for good. */
  cancel: operation(member("invoice.create"))
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { member }, input }) => {
      const plan = await getRecurrence(member.merchantId, { uuid: input.id, order_id: null });
      await cancelRecurrence(plan, { by: "merchant", actorId: member.session.user.id });
      return {};
    }),
});
