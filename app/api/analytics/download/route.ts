import { tableQuery } from "@/lib/analytics/schema";
import { downloadTable } from "@/lib/analytics/tables";
import { downloadEndpoint } from "@/lib/dashboard/download-endpoint";
import { member } from "@/lib/dashboard/gates";

export const GET = downloadEndpoint({
  access: member("merchant.read"),
  input: tableQuery,
  handle: ({ member: { merchantId }, input, now }) => downloadTable(merchantId, input, now),
});
