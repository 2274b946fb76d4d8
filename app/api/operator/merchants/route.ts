import { listMerchants } from "@/lib/fronts/admin/merchants-queries";
import { merchantListQuery, merchantPageView } from "@/lib/fronts/admin/merchants-schema";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

/** Every merchant, a page at a time. */
export const GET = sessionEndpoint({
  access: operator(),
  input: merchantListQuery,
  output: merchantPageView,
  handle: ({ now, input }) => listMerchants(input, now),
});
