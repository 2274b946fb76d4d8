import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { createRecurrenceOperation } from "@/lib/fronts/machine-api/operations/recurrences";
import { createRecurrence } from "@/lib/money-in/recurrences/create-recurrence";
import { toRecurrenceView } from "@/lib/money-in/recurrences/get-recurrence";

/** Creates a plan of recurring payments, or returns the existing one with the same order id. */
export const POST = endpoint(createRecurrenceOperation, async ({ merchant, body }) =>
  toRecurrenceView(await createRecurrence(merchant, body)),
);
