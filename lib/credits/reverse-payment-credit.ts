import type { CreditedPart, PaymentCredit } from "@/lib/credits/credit-payment";
import type { Tx } from "@/lib/db";
import type { AccountName } from "@/lib/ledger/account";
import { reverseMerchantCredit } from "@/lib/ledger/credit-merchant";

export type PaymentReversal = Omit<PaymentCredit, "parts"> & {
  /** As it was credited, but for where its value goes. */
  readonly part: Omit<CreditedPart, "from"> & { readonly to: AccountName };
};

/**
 * Undoes the whole entry group of a part that was credited, when its deposit left its chain: what was spent meanwhile becomes a
 * receivable. Replays change nothing.
 */
export async function reversePaymentCredit(tx: Tx, { merchantId, part }: PaymentReversal): Promise<void> {
  const { to, kind, ...rest } = part;
  await reverseMerchantCredit(tx, { ...rest, kind: `${kind}-reverse`, merchantId }, to);
}
