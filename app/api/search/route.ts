import { member } from "@/lib/fronts/dashboard/gates";
import { searchObjects } from "@/lib/fronts/dashboard/search-objects";
import { searchQuery, searchView } from "@/lib/fronts/dashboard/search-schema";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: searchQuery,
  output: searchView,
  handle: async ({ member: { merchantId }, input }) => ({ items: [...(await searchObjects(merchantId, input))] }),
});
