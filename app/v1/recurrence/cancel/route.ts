import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { cancelRecurrenceOperation } from "@/lib/fronts/machine-api/operations/recurrences";
import { cancelRecurrence } from "@/lib/money-in/recurrences/cancel-recurrence";
import { getRecurrence, toRecurrenceView } from "@/lib/money-in/recurrences/get-recurrence";

/** Cancels a plan. When repeated, returns the plan unchanged. */
export const POST = endpoint(cancelRecurrenceOperation, async ({ merchant, body }) => {
  const plan = await getRecurrence(merchant.id, body);
  return toRecurrenceView(await cancelRecurrence(plan, { by: "merchant", actorId: null }));
});
