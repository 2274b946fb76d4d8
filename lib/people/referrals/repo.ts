import type { Tx } from "@/lib/kernel/db";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";

export async function selectReferralCode(tx: Tx, userId: string): Promise<string | null> {
  const row = await tx.referralCode.findUnique({ where: { userId }, select: { code: true } });
  return row?.code ?? null;
}

/** Writes nothing when the user has a code, or the code has a user. */
export async function insertReferralCode(tx: Tx, userId: string, code: string): Promise<void> {
  await tx.referralCode.createMany({ data: [{ userId, code }], skipDuplicates: true });
}

/**
 * Gives the merchant its referrer, unless it has one or the code is of one of its own members. One statement: of two at the same
 * moment the first one stays.
 */
export async function setReferrer(tx: Tx, merchantId: string, code: string): Promise<boolean> {
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

/** The share of a commission, unless it was taken back. */
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

export type ReferralTotals = { readonly merchantCount: number; readonly earned: readonly Earned[] };
export type Earned = { readonly currency: string; readonly amount: Decimal };

/** What a user's code brought: merchants connected, and standing shares by currency. */
export async function selectReferralTotals(tx: Tx, userId: string): Promise<ReferralTotals> {
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
