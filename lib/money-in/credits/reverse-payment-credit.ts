import type { Tx } from "@/lib/kernel/db";
import { type AccountName, feesEarned, merchantWallet, receivable } from "@/lib/ledger/account";
import { reverseMerchantCredit } from "@/lib/ledger/credit-merchant";
import { lockGroups } from "@/lib/ledger/post-entry";
import { accountsOfConversion } from "@/lib/money-in/conversions/convert-credit";
import { undoConversion } from "@/lib/money-in/conversions/outflow-conversion";
import { findStandingConversion } from "@/lib/money-in/conversions/repo";
import type { PaymentCredit, ReversibleCredit } from "@/lib/money-in/credits/credit-payment";
import { insertEvent } from "@/lib/money-in/time-line/event";
import { findStandingReferralCredit } from "@/lib/people/referrals/referrals";
import { accountsOfShare, reverseShare, shareReference } from "@/lib/people/referrals/share-commission";

export type PaymentReversal = Omit<PaymentCredit, "items" | "giver"> & {
  /** As it was credited, except for the account that its value moves to. */
  readonly item: Omit<ReversibleCredit, "from"> & { readonly to: AccountName };
};

/**
 * Reverses the whole entry group of a credited part when its deposit leaves its chain: first the
 * conversion, so that the coin is in the merchant's wallet again, then the credit with its
 * commission, then the referrer's share. An amount spent meanwhile becomes a receivable in the
 * currency in which it was spent. Replays change nothing. The caller holds the payment's lock.
 */
export async function reversePaymentCredit(tx: Tx, { merchantId, invoiceId, item }: PaymentReversal): Promise<void> {
  const { to, kind, ...rest } = item;
  const { reference, groupId, currency } = item;
  const conversion = await findStandingConversion(tx, reference);
  const share = await findStandingReferralCredit(tx, shareReference(item));
  const accounts = [
    to,
    merchantWallet(merchantId, currency),
    receivable(merchantId, currency),
    feesEarned(currency),
    ...(share ? accountsOfShare(share.referrerId, currency) : []),
    ...(conversion ? accountsOfConversion(merchantId, currency) : []),
  ];
  await lockGroups(tx, [{ reference, accounts }]);
  if (conversion) await undoConversion(tx, { reference, groupId }, conversion);
  await reverseMerchantCredit(tx, { ...rest, kind: `${kind}-reverse`, merchantId }, to);
  if (share) await reverseShare(tx, { reference, groupId }, share);
  if (conversion === null || invoiceId === null) return;
  const { fromCode, fromAmount, toCode, toAmount } = conversion;
  const detail = { currency: fromCode, amount: fromAmount.toFixed(), to: toCode, toAmount: toAmount.toFixed() };
  await insertEvent(tx, invoiceId, "conversion-reversed", detail);
}
