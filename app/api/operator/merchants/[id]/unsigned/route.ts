import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { listUnsigned } from "@/lib/operations/unsigned-queries";
import { unsignedPageView, unsignedQuery } from "@/lib/operations/unsigned-schema";

/** What a merchant has ordered and nothing is signed of. */
export const GET = sessionEndpoint({
  access: operator(),
  input: unsignedQuery,
  output: unsignedPageView,
  handle: ({ input }) => listUnsigned(input),
});
