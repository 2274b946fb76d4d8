import { member } from "@/lib/fronts/dashboard/gates";
import { operation, router } from "@/lib/fronts/dashboard/procedure";
import { searchObjects } from "@/lib/fronts/dashboard/search-objects";
import { searchQuery, searchView } from "@/lib/fronts/dashboard/search-schema";

export const search = router({
  /** Things of the merchant by a name that somebody has at hand. */
  find: operation(member("merchant.read"))
    .input(searchQuery)
    .output(searchView)
    .query(async ({ ctx: { member }, input }) => ({ items: [...(await searchObjects(member.merchantId, input))] })),
});
