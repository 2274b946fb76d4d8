import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { listPayoutsOperation } from "@/lib/fronts/machine-api/operations/payouts";
import { chooseCursor } from "@/lib/kernel/paging/cursor";
import { listPayouts } from "@/lib/money-out/payouts/wire-view";

export const POST = endpoint(listPayoutsOperation, ({ merchant, body, query }) =>
  listPayouts(merchant.id, { ...body, cursor: chooseCursor(query, body) }),
);
