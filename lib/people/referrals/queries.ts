import { randomInt } from "node:crypto";
import { database, type Tx } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { insertReferralCode, selectReferralCode, selectReferralTotals, setReferrer } from "@/lib/people/referrals/repo";
import type { ReferralView } from "@/lib/people/referrals/schema";

/** No 0, 1, I, L, O, U: codes are read aloud and typed. */
const LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 8;
const CODE = new RegExp(`^[${LETTERS}]{${CODE_LENGTH}}$`);

/** A new code: 30^8, so that nobody finds one by trying. */
function newReferralCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

/** The code that somebody wrote, in any case and with blanks around it; null when it cannot be one of ours. */
function readReferralCode(text: string): string | null {
  const code = text.trim().toUpperCase();
  return CODE.test(code) ? code : null;
}

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
