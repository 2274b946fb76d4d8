import { isFactorMissing } from "@/lib/fronts/dashboard/current-session";
import type { SessionRow } from "@/lib/people/identity/sessions-repo";
import type { MembershipRow } from "@/lib/people/merchants/merchants-repo";
import type { MembershipView } from "@/lib/people/merchants/schema";

/** `waits`: the merchant requires a second factor, which this session lacks. */
export type ShownMembership = MembershipView & { readonly waits: boolean };

/** Converts a membership to its view in the frame. Pure. */
export function shownMembership(membership: MembershipRow, session: SessionRow): ShownMembership {
  const { merchantId, merchantName, role } = membership;
  return { merchantId, merchantName, role, waits: isFactorMissing(membership, session) };
}
