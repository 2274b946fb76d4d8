import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { listRecurrencesOperation } from "@/lib/fronts/machine-api/operations/recurrences";
import { chooseCursor } from "@/lib/kernel/paging/cursor";
import { listRecurrences } from "@/lib/money-in/recurrences/get-recurrence";

export const POST = endpoint(listRecurrencesOperation, ({ merchant, body, query }) =>
  listRecurrences(merchant.id, chooseCursor(query, body)),
);
