import { endpoint } from "@/lib/api/endpoint";
import { cancelRecurrenceOperation } from "@/lib/api/operations/recurrences";
import { cancelRecurrence } from "@/lib/recurrences/cancel-recurrence";
import { getRecurrence } from "@/lib/recurrences/get-recurrence";
import { toRecurrenceView } from "@/lib/recurrences/wire-view";

/** Ends a plan. Asked again it answers the plan as it is. */
export const POST = endpoint(cancelRecurrenceOperation, async ({ merchant, body }) => {
  const plan = await getRecurrence(merchant.id, body);
  return toRecurrenceView(await cancelRecurrence(plan, { by: "merchant", actorId: null }));
});
