import { member } from "@/lib/fronts/dashboard/gates";
import { readOverview } from "@/lib/fronts/dashboard/overview";
import { overviewView } from "@/lib/fronts/dashboard/overview-schema";
import { operation, router } from "@/lib/fronts/dashboard/procedure";

export const overview = router({
  /** What the merchant has, and what waits for somebody. */
  read: operation(member("merchant.read"))
    .output(overviewView)
    .query(({ ctx: { member, now } }) => {
      const { merchantId, session } = member;
      return readOverview({ merchantId, isOperator: session.user.isOperator }, now);
    }),
});
