import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { listPayments as operation } from "@/lib/fronts/machine-api/operations/payments-info";
import { chooseCursor } from "@/lib/kernel/paging/cursor";
import { listPayments } from "@/lib/money-in/invoices/list-payments";

export const POST = endpoint(operation, ({ merchant, body, query }) =>
  listPayments(merchant.id, { ...body, cursor: chooseCursor(query, body) }),
);
