import type { Tx } from "@/lib/db";
import { newReferralCode } from "@/lib/referrals/referral-code";
import { insertReferralCode, selectReferralCode } from "@/lib/referrals/repo";

/** A fresh code meets another one once in thousands of millions of times. */
const TRIES = 5;

/** The user's code, made when there is none. Safe to call at the same moment from anywhere: a user has one code for good. */
export async function ensureReferralCode(tx: Tx, userId: string): Promise<string> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const code = await selectReferralCode(tx, userId);
    if (code !== null) return code;
    await insertReferralCode(tx, userId, newReferralCode());
  }
  const code = await selectReferralCode(tx, userId);
  if (code === null) throw new Error(`no referral code could be made for user ${userId}`);
  return code;
}
