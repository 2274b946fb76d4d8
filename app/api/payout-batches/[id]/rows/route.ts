import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { listItems } from "@/lib/payout-batches/queries";
import { batchItemsView, batchRowsQuery } from "@/lib/payout-batches/schema";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: batchRowsQuery,
  output: batchItemsView,
  handle: ({ member: { merchantId }, input }) => listItems(merchantId, input),
});
