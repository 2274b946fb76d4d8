import type { Tx } from "@/lib/db";
import { loosenAsOfPassword } from "@/lib/merchants/limits-repo";
import { isAllowed, type MemberRole } from "@/lib/merchants/role";

/**
 * For whoever ends a membership or gives another role: the 24 hours of rest after a new password are asked of those who may pay out at that
 * moment, so what is left of one's who no longer may goes over to the merchant. Otherwise who reset an owner's password would let
 * themselves in as another person, leave as that owner, and pay out at once.
 */
export async function carryRestOver(
  tx: Tx,
  { merchantId, userId }: { readonly merchantId: string; readonly userId: string },
  roles: { readonly before: MemberRole; readonly after: MemberRole | null },
): Promise<void> {
  const mayStill = roles.after !== null && isAllowed(roles.after, "payout.create");
  if (isAllowed(roles.before, "payout.create") && !mayStill) await loosenAsOfPassword(tx, merchantId, userId);
}
