import { readVolume } from "@/lib/analytics/read-volume";
import { analyticsQuery, volumeView } from "@/lib/analytics/schema";
import { member } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: analyticsQuery,
  output: volumeView,
  handle: ({ member: { merchantId }, input, now }) => readVolume(merchantId, input, now),
});
