import { tableQuery } from "@/lib/fronts/analytics/schema";
import { downloadTable } from "@/lib/fronts/analytics/tables";
import { downloadEndpoint } from "@/lib/fronts/dashboard/download-endpoint";
import { member } from "@/lib/fronts/dashboard/gates";

export const GET = downloadEndpoint({
  access: member("merchant.read"),
  input: tableQuery,
  handle: ({ member: { merchantId }, input, now }) => downloadTable(merchantId, input, now),
});
