import { listUnsigned } from "@/lib/fronts/admin/unsigned-queries";
import { unsignedPageView, unsignedQuery } from "@/lib/fronts/admin/unsigned-schema";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

/** What a merchant has ordered and nothing is signed of. */
export const GET = sessionEndpoint({
  access: operator(),
  input: unsignedQuery,
  output: unsignedPageView,
  handle: ({ input }) => listUnsigned(input),
});
