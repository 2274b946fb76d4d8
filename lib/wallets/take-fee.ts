import type { Tx } from "@/lib/db";
import { type Deposit, inclusionReference } from "@/lib/deposits/deposit";
import { feesEarned, invoicePending } from "@/lib/ledger/account";
import { postEntry } from "@/lib/ledger/post-entry";
import { type Decimal, ZERO } from "@/lib/money/decimal";
import type { FoundRate } from "@/lib/rates/queries";
import { chargeOf } from "@/lib/wallets/creation-fee";
import { closeFee, insertFee, listStandingFees } from "@/lib/wallets/fees-repo";
import { addFeePaid, readFeeDue } from "@/lib/wallets/repo";
import type { StaticWallet } from "@/lib/wallets/wallet";

export type FeeTerms = {
  readonly wallet: Pick<StaticWallet, "id" | "merchantId">;
  /** Units of the wallet's coin for one TRX; null while none is fresh: then the fee waits for the next credit. */
  readonly rate: FoundRate | null;
};

/**
 * Takes what is due of the wallet's creation fee out of a booked deposit, before the rest is credited. `credit` is what the merchant
 * would get of it. Answers what was taken, in the deposit's coin.
 */
export async function takeFee(
  tx: Tx,
  terms: FeeTerms,
  deposit: Deposit,
  inclusion: number,
  credit: Decimal,
): Promise<Decimal> {
  const { wallet, rate } = terms;
  if (rate === null) return ZERO;
  const charge = chargeOf(credit, await readFeeDue(tx, wallet.id), rate.rate);
  if (charge === null) return ZERO;
  await postFee(tx, "wallet.fee", terms, deposit, { ...charge, inclusion });
  await insertFee(tx, {
    ...charge,
    depositId: deposit.id,
    inclusion,
    walletId: wallet.id,
    currencyCode: deposit.currencyCode,
    rate: rate.rate,
    rateSource: rate.source,
    rateAt: rate.observedAt,
  });
  await addFeePaid(tx, wallet.id, charge.feeAmount);
  return charge.amount;
}

/** Puts what a deposit had paid of the fee back to it, when it left its chain: it is due again. Answers how much. */
export async function giveFeeBack(tx: Tx, terms: Pick<FeeTerms, "wallet">, deposit: Deposit): Promise<Decimal> {
  const [fee] = await listStandingFees(tx, [deposit.id]);
  if (fee === undefined) return ZERO;
  await postFee(tx, "wallet.fee-reverse", terms, deposit, fee);
  await closeFee(tx, fee);
  await addFeePaid(tx, terms.wallet.id, fee.feeAmount.negated());
  return fee.amount;
}

async function postFee(
  tx: Tx,
  kind: "wallet.fee" | "wallet.fee-reverse",
  { wallet }: Pick<FeeTerms, "wallet">,
  deposit: Deposit,
  fee: { readonly amount: Decimal; readonly inclusion: number },
): Promise<void> {
  const reference = inclusionReference(deposit, fee.inclusion);
  const pending = invoicePending(wallet.merchantId, deposit.currencyCode);
  const earned = feesEarned(deposit.currencyCode);
  const [debit, credit] = kind === "wallet.fee" ? [pending, earned] : [earned, pending];
  await postEntry(tx, {
    kind,
    reference,
    groupId: `deposit:${reference}`,
    legs: [{ debit, credit, amount: fee.amount }],
  });
}
