import { endpoint } from "@/lib/api/endpoint";
import { createRecurrenceOperation } from "@/lib/api/operations/recurrences";
import { createRecurrence } from "@/lib/recurrences/create-recurrence";
import { toRecurrenceView } from "@/lib/recurrences/wire-view";

/** Creates a plan of recurring payments, or answers the one made before with the same order id. */
export const POST = endpoint(createRecurrenceOperation, async ({ merchant, body }) =>
  toRecurrenceView(await createRecurrence(merchant, body)),
);
