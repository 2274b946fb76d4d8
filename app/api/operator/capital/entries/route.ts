import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { listCapitalEntries } from "@/lib/operations/capital-queries";
import { capitalEntryListQuery, capitalEntryPageView } from "@/lib/operations/capital-schema";

/** How capital came in and moved. */
export const GET = sessionEndpoint({
  access: operator(),
  input: capitalEntryListQuery,
  output: capitalEntryPageView,
  handle: ({ input }) => listCapitalEntries(input),
});
