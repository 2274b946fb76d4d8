import { type CreditedPart, creditPayment } from "@/lib/credits/credit-payment";
import { reversePaymentCredit } from "@/lib/credits/reverse-payment-credit";
import type { Tx } from "@/lib/db";
import { type Deposit, inclusionReference } from "@/lib/deposits/deposit";
import { invariant } from "@/lib/errors";
import { closeCredit, insertCredit, type StandingCredit } from "@/lib/invoices/credits-repo";
import { insertEvent } from "@/lib/invoices/repo";
import { invoicePending } from "@/lib/ledger/account";
import { type Decimal, ZERO } from "@/lib/money/decimal";
import { type FeeTerms, giveFeeBack, takeFee } from "@/lib/wallets/take-fee";

/** One booked deposit of a top-up and what the gateway keeps of it. */
export type CreditedDeposit = { readonly deposit: Deposit; readonly commission: Decimal };

/**
 * Credits booked deposits of a top-up to the merchant: each less the commission, and less what it pays of the wallet's creation fee,
 * which leaves first, so that a conversion only meets what the merchant gets. One entry group each; once, by (kind, reference).
 */
export async function creditDeposits(
  tx: Tx,
  terms: FeeTerms,
  topUpId: string,
  deposits: readonly CreditedDeposit[],
): Promise<void> {
  const parts: CreditedPart[] = [];
  for (const { deposit, commission } of deposits) {
    const inclusion = deposit.bookedInclusion;
    invariant(inclusion !== null, `deposit ${deposit.id} is credited only when it is booked`);
    const fee = await takeFee(tx, terms, deposit, inclusion, deposit.amount.minus(commission));
    const amount = deposit.amount.minus(fee);
    const from = invoicePending(terms.wallet.merchantId, deposit.currencyCode);
    // All of it may have gone to the fee.
    if (amount.gt(ZERO)) parts.push({ ...partOf(deposit, inclusion), amount, commission, from });
    await recordCredit(tx, topUpId, { deposit, commission, inclusion, fee });
  }
  await creditPayment(tx, { merchantId: terms.wallet.merchantId, invoiceId: topUpId, parts });
}

async function recordCredit(
  tx: Tx,
  topUpId: string,
  credit: CreditedDeposit & { readonly inclusion: number; readonly fee: Decimal },
): Promise<void> {
  const { deposit, commission, inclusion, fee } = credit;
  const { currencyCode, amount } = deposit;
  await insertCredit(tx, topUpId, { depositId: deposit.id, inclusion, currencyCode, amount, commission });
  await insertEvent(tx, topUpId, "credited", {
    deposit: deposit.id,
    currency: currencyCode,
    amount: amount.toFixed(),
    commission: commission.toFixed(),
    ...(fee.isZero() ? {} : { creationFee: fee.toFixed() }),
  });
}

/** Takes such a credit back, with its commission and its part of the creation fee, when the deposit left its chain. */
export async function reverseCredit(
  tx: Tx,
  terms: Pick<FeeTerms, "wallet">,
  topUpId: string,
  deposit: Deposit,
  credit: StandingCredit,
): Promise<void> {
  const amount = credit.amount.minus(await giveFeeBack(tx, terms, deposit));
  const { merchantId } = terms.wallet;
  const to = invoicePending(merchantId, deposit.currencyCode);
  const part = { ...partOf(deposit, credit.inclusion), amount, commission: credit.commission, to };
  if (amount.gt(ZERO)) await reversePaymentCredit(tx, { merchantId, invoiceId: topUpId, part });
  await closeCredit(tx, credit);
}

function partOf(deposit: Deposit, inclusion: number) {
  const reference = inclusionReference(deposit, inclusion);
  const kind = "invoice.credit" as const;
  return { kind, reference, groupId: `deposit:${reference}`, currency: deposit.currencyCode };
}
