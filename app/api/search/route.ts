import { member } from "@/lib/dashboard/gates";
import { searchObjects } from "@/lib/dashboard/search-objects";
import { searchQuery, searchView } from "@/lib/dashboard/search-schema";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";

export const GET = sessionEndpoint({
  access: member("merchant.read"),
  input: searchQuery,
  output: searchView,
  handle: async ({ member: { merchantId }, input }) => ({ items: [...(await searchObjects(merchantId, input))] }),
});
