import type { Tx } from "@/lib/db";
import { readReferralCode } from "@/lib/referrals/referral-code";
import { setReferrer } from "@/lib/referrals/repo";

/**
 * Connects a merchant to the user whose code came with the creation of an invoice or a wallet. The first valid code wins and is never
 * changed. Everything else is passed over without a word, since client libraries send anything here and no payment may fail on it: no
 * code, an unknown one, one of the merchant's own members. Without a code nothing is asked of the database.
 *
 * @returns whether this call made the connection
 */
export async function connectReferrer(tx: Tx, merchantId: string, code: string | null): Promise<boolean> {
  const known = code === null ? null : readReferralCode(code);
  return known !== null && (await setReferrer(tx, merchantId, known));
}
