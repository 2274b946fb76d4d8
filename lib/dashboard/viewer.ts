import type { Member } from "@/lib/dashboard/current-session";
import { isAllowed } from "@/lib/merchants/role";
import type { Viewer } from "@/lib/payouts/dashboard-outflow-schema";

/** Who looks at a payout, refund or review, which decides what may be decided. */
export function viewerOf({ session, role }: Pick<Member, "session" | "role">): Viewer {
  return { userId: session.user.id, mayPayOut: isAllowed(role, "payout.create") };
}
