import type { Member } from "@/lib/fronts/dashboard/current-session";
import type { Viewer } from "@/lib/money-out/payouts/dashboard-outflow-schema";
import { isAllowed } from "@/lib/people/merchants/role";

/** Who looks at a payout, refund or review, which decides what may be decided. */
export function viewerOf({ session, role }: Pick<Member, "session" | "role">): Viewer {
  return { userId: session.user.id, mayPayOut: isAllowed(role, "payout.create") };
}
