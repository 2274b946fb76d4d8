import { randomInt } from "node:crypto";
import { z } from "zod";
import { database, type Tx } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";

/** What users see of their own code. */
const referralView = z.object({
  code: z.string(),
  /** Their share of each commission, in percent. */
  sharePercent: z.string(),
  merchantCount: z.int(),
  earned: z.array(z.object({ currency: z.string(), amount: z.string() })),
});
export type ReferralView = z.output<typeof referralView>;

/** No 0, 1, I, L, O, U: codes are read aloud and typed. */
const LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 8;
const CODE = new RegExp(`^[${LETTERS}]{${CODE_LENGTH}}$`);

/** Creates a code: one of 30^8, so that nobody finds one by trying. */
function newReferralCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

/** Parses a typed code, in any case and with surrounding blanks; null if it is not well-formed. */
function readReferralCode(text: string): string | null {
  const code = text.trim().toUpperCase();
  return CODE.test(code) ? code : null;
}

/** A new code collides with an existing one once in thousands of millions of times. */
const TRIES = 5;

/**
 * Returns the user's code, created if there is none. Safe to call concurrently: a user has one code
 * permanently.
 */
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

/** Returns a user's code, created on first use, and what it has earned so far. */
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
 * Connects a merchant to the user whose code was sent when an invoice or a wallet was created. The
 * first valid code wins and is never changed. Silently ignores everything else, since client
 * libraries send anything here and no payment may fail because of it: no code, an unknown one, one
 * of the merchant's own members. Without a code it does not query the database.
 *
 * @returns whether this call made the connection
 */
export async function connectReferrer(tx: Tx, merchantId: string, code: string | null): Promise<boolean> {
  const known = code === null ? null : readReferralCode(code);
  return known !== null && (await setReferrer(tx, merchantId, known));
}

async function selectReferralCode(tx: Tx, userId: string): Promise<string | null> {
  const row = await tx.referralCode.findUnique({ where: { userId }, select: { code: true } });
  return row?.code ?? null;
}

/** Writes nothing if the user has a code, or the code belongs to a user. */
async function insertReferralCode(tx: Tx, userId: string, code: string): Promise<void> {
  await tx.referralCode.createMany({ data: [{ userId, code }], skipDuplicates: true });
}

/**
 * Sets the merchant's referrer, unless it has one or the code belongs to one of its own members.
 * One statement: of two concurrent calls the first one wins.
 */
async function setReferrer(tx: Tx, merchantId: string, code: string): Promise<boolean> {
  const changed = await tx.$executeRaw`
    UPDATE merchants m SET referrer_id = r.user_id, referred_at = now() FROM referral_codes r
    WHERE m.id = ${merchantId}::uuid AND m.referrer_id IS NULL AND r.code = ${code}
      AND NOT EXISTS (SELECT 1 FROM merchant_members x WHERE x.merchant_id = m.id AND x.user_id = r.user_id)`;
  return changed > 0;
}

export type ReferralCredit = {
  /** The commission's own entry: `<kind>:<reference>`. */
  readonly reference: string;
  readonly referrerId: string;
  readonly merchantId: string;
  readonly currencyCode: string;
  readonly commission: Decimal;
  readonly amount: Decimal;
};

export async function insertReferralCredit(tx: Tx, credit: ReferralCredit): Promise<void> {
  const data = { ...credit, commission: credit.commission.toFixed(), amount: credit.amount.toFixed() };
  await tx.referralCredit.create({ data, select: { reference: true } });
}

/** Returns the share of a commission, unless it was reversed. */
export async function findStandingReferralCredit(tx: Tx, reference: string): Promise<ReferralCredit | null> {
  const row = await tx.referralCredit.findUnique({ where: { reference, reversedAt: null } });
  return row ? { ...row, commission: decimal(row.commission), amount: decimal(row.amount) } : null;
}

export async function closeReferralCredit(tx: Tx, reference: string): Promise<void> {
  await tx.referralCredit.update({
    where: { reference },
    data: { reversedAt: new Date() },
    select: { reference: true },
  });
}

type ReferralTotals = { readonly merchantCount: number; readonly earned: readonly Earned[] };
type Earned = { readonly currency: string; readonly amount: Decimal };

/**
 * Returns what a user's code has earned: merchants connected, and unreversed shares by currency.
 */
async function selectReferralTotals(tx: Tx, userId: string): Promise<ReferralTotals> {
  const [merchantCount, sums] = await Promise.all([
    tx.merchant.count({ where: { referrerId: userId } }),
    tx.referralCredit.groupBy({
      by: ["currencyCode"],
      where: { referrerId: userId, reversedAt: null },
      _sum: { amount: true },
      orderBy: { currencyCode: "asc" },
    }),
  ]);
  const earned = sums.flatMap(({ currencyCode, _sum }) =>
    _sum.amount === null ? [] : [{ currency: currencyCode, amount: decimal(_sum.amount) }],
  );
  return { merchantCount, earned };
}
