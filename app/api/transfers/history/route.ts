import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { listTransfers } from "@/lib/transfers/dashboard-queries";
import { transferListQuery, transferPageView } from "@/lib/transfers/dashboard-schema";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: transferListQuery,
  output: transferPageView,
  handle: ({ member: { merchantId }, input }) => listTransfers(merchantId, input),
});
