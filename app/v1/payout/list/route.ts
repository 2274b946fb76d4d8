import { endpoint } from "@/lib/api/endpoint";
import { listPayoutsOperation } from "@/lib/api/operations/payouts";
import { chooseCursor } from "@/lib/paging/cursor";
import { listPayouts } from "@/lib/payouts/list-payouts";

export const POST = endpoint(listPayoutsOperation, ({ merchant, body, query }) =>
  listPayouts(merchant.id, { ...body, cursor: chooseCursor(query, body) }),
);
