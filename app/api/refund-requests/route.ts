import { z } from "zod";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { listOpenRequests } from "@/lib/refund-requests/dashboard-queries";
import { refundRequestList } from "@/lib/refund-requests/schema";

/** What payers ask for and nobody has decided. */
export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: z.object({}),
  output: refundRequestList,
  handle: ({ member: { merchantId } }) => listOpenRequests(merchantId),
});
