import type { Tx } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { Decimal, decimal, HUNDRED, ZERO } from "@/lib/kernel/money/decimal";
import { FEE_DECIMALS, roundDown } from "@/lib/kernel/money/rounding";
import { type AccountName, feesEarned, userReceivable, userWallet } from "@/lib/ledger/account";
import { repayReceivable } from "@/lib/ledger/credit-merchant";
import type { EntryKind } from "@/lib/ledger/entry-kind";
import { leg, postEntry } from "@/lib/ledger/post-entry";
import { lockBalance } from "@/lib/ledger/repo";
import { closeReferralCredit, insertReferralCredit, type ReferralCredit } from "@/lib/people/referrals/referrals";

/** A commission that was just earned. */
export type EarnedCommission = {
  readonly kind: EntryKind;
  readonly reference: string;
  readonly groupId: string;
  readonly merchantId: string;
  readonly currency: string;
  readonly commission: Decimal;
};

/** Returns all accounts that a share, or its reversal, moves. */
export function accountsOfShare(referrerId: string, currency: string): AccountName[] {
  return [feesEarned(currency), userWallet(referrerId, currency), userReceivable(referrerId, currency)];
}

/** Returns the reference of a share: the entry that earned the commission. */
export function shareReference({ kind, reference }: Pick<EarnedCommission, "kind" | "reference">): string {
  return `${kind}:${reference}`;
}

/**
 * Credits the referrer with a share of a commission, paid from the fees earned and rounded down. It
 * repays the referrer's debt first.
 */
export async function shareCommission(tx: Tx, earned: EarnedCommission, referrerId: string): Promise<void> {
  const { reference, groupId, merchantId, currency, commission } = earned;
  const percent = decimal(env().REFERRAL_SHARE_PERCENT);
  const amount = roundDown(commission.times(percent).dividedBy(HUNDRED), FEE_DECIMALS);
  if (!amount.gt(ZERO)) return;
  const kind = "referral.credit" as const;
  const wallet = userWallet(referrerId, currency);
  const written = await postEntry(tx, {
    kind,
    reference,
    groupId,
    legs: leg(feesEarned(currency), wallet, amount),
  });
  if (!written) return;
  const row = { reference: shareReference(earned), referrerId, merchantId, currencyCode: currency, commission, amount };
  await insertReferralCredit(tx, row);
  await repayReceivable(tx, { kind, reference, groupId }, wallet, userReceivable(referrerId, currency), amount);
}

/**
 * Reverses a share together with its commission: as far as the referrer's wallet covers it; the
 * remainder becomes a debt.
 */
export async function reverseShare(
  tx: Tx,
  group: { readonly reference: string; readonly groupId: string },
  share: ReferralCredit,
): Promise<void> {
  const { referrerId, currencyCode: currency, amount } = share;
  const wallet = userWallet(referrerId, currency);
  const there = Decimal.min(await lockBalance(tx, wallet), amount);
  const written = await postEntry(tx, {
    kind: "referral.credit-reverse",
    ...group,
    legs: [
      ...leg(wallet, feesEarned(currency), there),
      ...leg(userReceivable(referrerId, currency), feesEarned(currency), amount.minus(there)),
    ],
  });
  if (written) await closeReferralCredit(tx, share.reference);
}
