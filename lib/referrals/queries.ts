import { database } from "@/lib/db";
import { env } from "@/lib/env";
import { ensureReferralCode } from "@/lib/referrals/ensure-referral-code";
import { selectReferralTotals } from "@/lib/referrals/repo";
import type { ReferralView } from "@/lib/referrals/schema";

/** A user's code, made when it is first looked at, and what it brought so far. */
export async function getReferrals(userId: string): Promise<ReferralView> {
  const code = await ensureReferralCode(database(), userId);
  const { merchantCount, earned } = await selectReferralTotals(database(), userId);
  return {
    code,
    sharePercent: env().REFERRAL_SHARE_PERCENT,
    merchantCount,
    earned: earned.map(({ currency, amount }) => ({ currency, amount: amount.toFixed() })),
  };
}
