import { isFactorMissing } from "@/lib/dashboard/current-session";
import type { MembershipRow } from "@/lib/merchants/merchants-repo";
import type { MembershipView } from "@/lib/merchants/schema";
import type { SessionRow } from "@/lib/merchants/sessions-repo";

/** `waits`: the merchant asks for a second factor, which this session lacks. */
export type ShownMembership = MembershipView & { readonly waits: boolean };

/** A membership as the frame shows it. Pure. */
export function shownMembership(membership: MembershipRow, session: SessionRow): ShownMembership {
  const { merchantId, merchantName, role } = membership;
  return { merchantId, merchantName, role, waits: isFactorMissing(membership, session) };
}
