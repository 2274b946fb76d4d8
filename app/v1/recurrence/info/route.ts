import { endpoint } from "@/lib/api/endpoint";
import { findRecurrenceOperation } from "@/lib/api/operations/recurrences";
import { getRecurrence } from "@/lib/recurrences/get-recurrence";
import { toRecurrenceView } from "@/lib/recurrences/wire-view";

export const POST = endpoint(findRecurrenceOperation, async ({ merchant, body }) =>
  toRecurrenceView(await getRecurrence(merchant.id, body)),
);
