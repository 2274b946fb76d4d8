import { endpoint } from "@/lib/api/endpoint";
import { listRecurrencesOperation } from "@/lib/api/operations/recurrences";
import { chooseCursor } from "@/lib/paging/cursor";
import { listRecurrences } from "@/lib/recurrences/list-recurrences";

export const POST = endpoint(listRecurrencesOperation, ({ merchant, body, query }) =>
  listRecurrences(merchant.id, chooseCursor(query, body)),
);
