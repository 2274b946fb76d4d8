import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { findRecurrenceOperation } from "@/lib/fronts/machine-api/operations/recurrences";
import { getRecurrence, toRecurrenceView } from "@/lib/money-in/recurrences/get-recurrence";

export const POST = endpoint(findRecurrenceOperation, async ({ merchant, body }) =>
  toRecurrenceView(await getRecurrence(merchant.id, body)),
);
