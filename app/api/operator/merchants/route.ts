import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { listMerchants } from "@/lib/operations/merchants-queries";
import { merchantListQuery, merchantPageView } from "@/lib/operations/merchants-schema";

/** Every merchant, a page at a time. */
export const GET = sessionEndpoint({
  access: operator(),
  input: merchantListQuery,
  output: merchantPageView,
  handle: ({ now, input }) => listMerchants(input, now),
});
