import { endpoint } from "@/lib/api/endpoint";
import { listPayments as operation } from "@/lib/api/operations/payments-info";
import { listPayments } from "@/lib/invoices/list-payments";
import { chooseCursor } from "@/lib/paging/cursor";

export const POST = endpoint(operation, ({ merchant, body, query }) =>
  listPayments(merchant.id, { ...body, cursor: chooseCursor(query, body) }),
);
