import type { Tx } from "@/lib/db";
import { type AccountName, feesEarned, merchantWallet, receivable } from "@/lib/ledger/account";
import type { EntryKind } from "@/lib/ledger/entry-kind";
import { leg, postEntry } from "@/lib/ledger/post-entry";
import { lockBalance } from "@/lib/ledger/repo";
import { Decimal, ZERO } from "@/lib/money/decimal";

export type MerchantCredit = {
  readonly kind: EntryKind;
  readonly reference: string;
  readonly groupId: string;
  readonly merchantId: string;
  readonly currency: string;
  /** What the payer's part brought. */
  readonly amount: Decimal;
  /** Part of it that the gateway keeps; between zero and the amount. */
  readonly commission: Decimal;
};

/**
 * Gives a merchant `amount` less `commission` out of `from`. What the merchant owes from an earlier reversal is repaid first.
 * Replays change nothing.
 *
 * @returns what of it stays in the wallet; null for a replay
 */
export async function creditMerchant(tx: Tx, credit: MerchantCredit, from: AccountName): Promise<Decimal | null> {
  const { kind, reference, groupId, merchantId, currency, amount, commission } = credit;
  const wallet = merchantWallet(merchantId, currency);
  const net = amount.minus(commission);
  const written = await postEntry(tx, {
    kind,
    reference,
    groupId,
    legs: [...leg(from, wallet, net), ...leg(from, feesEarned(currency), commission)],
  });
  if (!written) return null;
  const repaid = await repayReceivable(tx, { kind, reference, groupId }, wallet, receivable(merchantId, currency), net);
  return net.minus(repaid);
}

/**
 * Lets what a wallet just got by an entry repay what its owner owes in that currency. Once for each such entry.
 * @returns how much of `got` went there
 */
export async function repayReceivable(
  tx: Tx,
  got: { readonly kind: EntryKind; readonly reference: string; readonly groupId: string },
  wallet: AccountName,
  debt: AccountName,
  amount: Decimal,
): Promise<Decimal> {
  if (!amount.gt(ZERO)) return ZERO;
  const owed = (await lockBalance(tx, debt)).negated();
  if (!owed.gt(ZERO)) return ZERO;
  const repaid = Decimal.min(owed, amount);
  await postEntry(tx, {
    kind: "receivable.repay",
    reference: `${got.kind}:${got.reference}`,
    groupId: got.groupId,
    legs: leg(wallet, debt, repaid),
  });
  return repaid;
}

/**
 * Takes such a credit back into `to`: from the merchant's wallet as far as it reaches; what was spent meanwhile is booked as a
 * receivable, so the wallet never goes below zero.
 */
export async function reverseMerchantCredit(tx: Tx, credit: MerchantCredit, to: AccountName): Promise<void> {
  const { kind, reference, groupId, merchantId, currency, amount, commission } = credit;
  const wallet = merchantWallet(merchantId, currency);
  const net = amount.minus(commission);
  // In the order in which credits lock them, so that a credit and a reversal do not wait for each other.
  await lockBalance(tx, to);
  const there = Decimal.min(await lockBalance(tx, wallet), net);
  await postEntry(tx, {
    kind,
    reference,
    groupId,
    legs: [
      ...leg(wallet, to, there),
      ...leg(receivable(merchantId, currency), to, net.minus(there)),
      ...leg(feesEarned(currency), to, commission),
    ],
  });
}
