import type { Prisma } from "@/lib/generated/prisma/client";
import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { type Decimal, decimal, ZERO } from "@/lib/kernel/money/decimal";
import { feesEarned, invoicePending } from "@/lib/ledger/account";
import { postEntry } from "@/lib/ledger/post-entry";
import { type CreditItem, creditPayment } from "@/lib/money-in/credits/credit-payment";
import { reversePaymentCredit } from "@/lib/money-in/credits/reverse-payment-credit";
import { type Deposit, inclusionReference } from "@/lib/money-in/deposits/deposit";
import { closeCredit, insertCredit, type StandingCredit } from "@/lib/money-in/invoices/merchant-terms-repo";
import { chargeOf, type FeeCharge } from "@/lib/money-in/static-wallets/create-wallet";
import { addFeePaid, readFeeDue } from "@/lib/money-in/static-wallets/repo";
import type { StaticWallet } from "@/lib/money-in/static-wallets/wallet";
import { insertEvent } from "@/lib/money-in/time-line/event";
import type { FoundRate } from "@/lib/pricing/rates/queries";

/** A booked deposit of a top-up, and the gateway's commission on it. */
export type CreditedDeposit = { readonly deposit: Deposit; readonly commission: Decimal };

/**
 * Credits booked deposits of a top-up to the merchant, each less the commission and its part of the
 * wallet's creation fee. The fee is deducted first, so that only the merchant's share is converted.
 * One entry group per deposit; idempotent by (kind, reference).
 */
export async function creditDeposits(
  tx: Tx,
  terms: FeeTerms,
  topUpId: string,
  deposits: readonly CreditedDeposit[],
): Promise<void> {
  const items: CreditItem[] = [];
  for (const { deposit, commission } of deposits) {
    const inclusion = deposit.bookedInclusion;
    invariant(inclusion !== null, `deposit ${deposit.id} is credited only when it is booked`);
    const fee = await takeFee(tx, terms, deposit, inclusion, deposit.amount.minus(commission));
    const amount = deposit.amount.minus(fee);
    const from = invoicePending(terms.wallet.merchantId, deposit.currencyCode);
    // The fee may have consumed all of it.
    if (amount.gt(ZERO)) items.push({ ...itemOf(deposit, inclusion), amount, commission, from });
    await recordCredit(tx, topUpId, { deposit, commission, inclusion, fee });
  }
  await creditPayment(tx, { merchantId: terms.wallet.merchantId, invoiceId: topUpId, items });
}

async function recordCredit(
  tx: Tx,
  topUpId: string,
  credit: CreditedDeposit & { readonly inclusion: number; readonly fee: Decimal },
): Promise<void> {
  const { deposit, commission, inclusion, fee } = credit;
  const { currencyCode, amount } = deposit;
  const credited = { depositId: deposit.id, inclusion, currencyCode, amount, commission };
  await insertCredit(tx, { invoiceId: topUpId, credit: credited });
  await insertEvent(tx, topUpId, "credited", {
    deposit: deposit.id,
    currency: currencyCode,
    amount: amount.toFixed(),
    commission: commission.toFixed(),
    ...(fee.isZero() ? {} : { creationFee: fee.toFixed() }),
  });
}

/**
 * Reverses such a credit, with its commission and its part of the creation fee, when the deposit
 * leaves its chain.
 */
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
  const item = { ...itemOf(deposit, credit.inclusion), amount, commission: credit.commission, to };
  if (amount.gt(ZERO)) await reversePaymentCredit(tx, { merchantId, invoiceId: topUpId, item });
  await closeCredit(tx, credit);
}

function itemOf(deposit: Deposit, inclusion: number) {
  const reference = inclusionReference(deposit, inclusion);
  const kind = "invoice.credit" as const;
  return { kind, reference, groupId: `deposit:${reference}`, currency: deposit.currencyCode };
}

type FeeTerms = {
  readonly wallet: Pick<StaticWallet, "id" | "merchantId">;
  /**
   * Units of the wallet's coin per TRX; null while no rate is fresh: the fee then waits for the
   * next credit.
   */
  readonly rate: FoundRate | null;
};

/**
 * Takes the due creation fee out of a booked deposit, before the rest is credited. `credit` is the
 * merchant's share before the fee. Returns the amount taken, in the deposit's coin.
 */
async function takeFee(
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

/**
 * Returns a deposit's part of the fee to it when it left its chain; that part is due again. Returns
 * the amount.
 */
async function giveFeeBack(tx: Tx, terms: Pick<FeeTerms, "wallet">, deposit: Deposit): Promise<Decimal> {
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

type StandingFee = FeeCharge & { readonly depositId: string; readonly inclusion: number };

type NewFee = StandingFee & {
  readonly walletId: string;
  readonly currencyCode: string;
  readonly rate: Decimal;
  readonly rateSource: string;
  readonly rateAt: Date;
};

async function insertFee(tx: Tx, fee: NewFee): Promise<void> {
  const data = {
    ...fee,
    amount: fee.amount.toFixed(),
    feeAmount: fee.feeAmount.toFixed(),
    rate: fee.rate.toFixed(),
  };
  await tx.walletFee.create({ data, select: { depositId: true } });
}

/** Lists what these deposits have paid of their wallet's creation fee, without reversed parts. */
export async function listStandingFees(tx: Tx, depositIds: readonly string[]): Promise<StandingFee[]> {
  const rows = await tx.$queryRaw<FeeRow[]>`
    SELECT deposit_id AS "depositId", inclusion, amount, fee_amount AS "feeAmount"
    FROM wallet_fees WHERE deposit_id = ANY(${[...depositIds]}::uuid[]) AND reversed_at IS NULL`;
  return rows.map((row) => ({ ...row, amount: decimal(row.amount), feeAmount: decimal(row.feeAmount) }));
}

type FeeRow = Pick<StandingFee, "depositId" | "inclusion"> & Record<"amount" | "feeAmount", Prisma.Decimal>;

async function closeFee(tx: Tx, fee: Pick<StandingFee, "depositId" | "inclusion">): Promise<void> {
  await tx.walletFee.update({
    where: { depositId_inclusion: { depositId: fee.depositId, inclusion: fee.inclusion } },
    data: { reversedAt: new Date() },
    select: { depositId: true },
  });
}
