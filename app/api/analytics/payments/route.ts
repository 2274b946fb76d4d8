import { readPayments } from "@/lib/fronts/analytics/read-payments";
import { analyticsQuery, paymentsView } from "@/lib/fronts/analytics/schema";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: analyticsQuery,
  output: paymentsView,
  handle: ({ member: { merchantId }, input, now }) => readPayments(merchantId, input, now),
});
