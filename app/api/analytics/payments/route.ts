import { readPayments } from "@/lib/analytics/read-payments";
import { analyticsQuery, paymentsView } from "@/lib/analytics/schema";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: analyticsQuery,
  output: paymentsView,
  handle: ({ member: { merchantId }, input, now }) => readPayments(merchantId, input, now),
});
