import { readVolume } from "@/lib/fronts/analytics/read-volume";
import { analyticsQuery, volumeView } from "@/lib/fronts/analytics/schema";
import { member } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: analyticsQuery,
  output: volumeView,
  handle: ({ member: { merchantId }, input, now }) => readVolume(merchantId, input, now),
});
