import type { Tx } from "@/lib/db";
import { type Deposit, inclusionReference } from "@/lib/deposits/deposit";
import { invariant } from "@/lib/errors";
import { closeCredit, insertCredit, type StandingCredit } from "@/lib/invoices/credits-repo";
import { insertEvent } from "@/lib/invoices/repo";
import { invoicePending } from "@/lib/ledger/account";
import { creditMerchant, reverseMerchantCredit } from "@/lib/ledger/credit-merchant";
import { type Decimal, ZERO } from "@/lib/money/decimal";
import { type FeeTerms, giveFeeBack, takeFee } from "@/lib/wallets/take-fee";

/**
 * Credits one booked deposit of a top-up to the merchant: less the commission, and less what it pays of the wallet's creation fee,
 * which leaves first, so that a conversion only meets what the merchant gets. One entry group; once, by (kind, reference).
 */
export async function creditDeposit(
  tx: Tx,
  terms: FeeTerms,
  topUpId: string,
  deposit: Deposit,
  commission: Decimal,
): Promise<void> {
  const inclusion = deposit.bookedInclusion;
  invariant(inclusion !== null, `deposit ${deposit.id} is credited only when it is booked`);
  const fee = await takeFee(tx, terms, deposit, inclusion, deposit.amount.minus(commission));
  const amount = deposit.amount.minus(fee);
  // All of it may have gone to the fee.
  if (amount.gt(ZERO))
    await creditMerchant(
      tx,
      { kind: "invoice.credit", ...posting(terms, deposit, inclusion), amount, commission },
      invoicePending(terms.wallet.merchantId, deposit.currencyCode),
    );
  const { currencyCode, amount: received } = deposit;
  await insertCredit(tx, topUpId, { depositId: deposit.id, inclusion, currencyCode, amount: received, commission });
  await insertEvent(tx, topUpId, "credited", {
    deposit: deposit.id,
    currency: currencyCode,
    amount: received.toFixed(),
    commission: commission.toFixed(),
    ...(fee.isZero() ? {} : { creationFee: fee.toFixed() }),
  });
}

/** Takes such a credit back, with its commission and its part of the creation fee, when the deposit left its chain. */
export async function reverseCredit(
  tx: Tx,
  terms: Pick<FeeTerms, "wallet">,
  deposit: Deposit,
  credit: StandingCredit,
): Promise<void> {
  const amount = credit.amount.minus(await giveFeeBack(tx, terms, deposit));
  if (amount.gt(ZERO))
    await reverseMerchantCredit(
      tx,
      {
        kind: "invoice.credit-reverse",
        ...posting(terms, deposit, credit.inclusion),
        amount,
        commission: credit.commission,
      },
      invoicePending(terms.wallet.merchantId, deposit.currencyCode),
    );
  await closeCredit(tx, credit);
}

function posting({ wallet }: Pick<FeeTerms, "wallet">, deposit: Deposit, inclusion: number) {
  const reference = inclusionReference(deposit, inclusion);
  return {
    reference,
    groupId: `deposit:${reference}`,
    merchantId: wallet.merchantId,
    currency: deposit.currencyCode,
  };
}
