import type { Tx } from "@/lib/db";
import { loosenWhereAgreed } from "@/lib/merchants/limits-repo";
import { isAllowed, type MemberRole } from "@/lib/merchants/role";

/**
 * For whoever lets somebody in or gives another role: where the merchant wants a second person to agree, one more who may is a looser limit, and
 * the 24 hours of rest begin. Otherwise who took over an owner's session would invite themselves and agree with themselves.
 */
export async function noteNewDecider(tx: Tx, merchantId: string, role: MemberRole, now: Date): Promise<void> {
  if (isAllowed(role, "review.decide")) await loosenWhereAgreed(tx, merchantId, now);
}
