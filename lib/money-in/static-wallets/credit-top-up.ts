import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { HUNDRED, ONE, sum, ZERO } from "@/lib/kernel/money/decimal";
import type { Deposit } from "@/lib/money-in/deposits/deposit";
import { depositDetail } from "@/lib/money-in/invoices/deposit-batch";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { findPaymentCommission, listStandingCredits } from "@/lib/money-in/invoices/merchant-terms-repo";
import { spreadCommission } from "@/lib/money-in/invoices/payer-amount";
import { queuePaymentWebhook } from "@/lib/money-in/invoices/queue-payment-webhook";
import { usdValue } from "@/lib/money-in/invoices/quote-terms";
import { findInvoiceById, insertQuote, updateInvoice } from "@/lib/money-in/invoices/repo";
import { creditDeposits } from "@/lib/money-in/static-wallets/credit-deposit";
import type { TopUpTerms } from "@/lib/money-in/static-wallets/evaluate-top-ups";
import { insertTopUp, topUpTotals } from "@/lib/money-in/static-wallets/top-ups-repo";
import type { StaticWallet } from "@/lib/money-in/static-wallets/wallet";
import { insertEvent } from "@/lib/money-in/time-line/event";

/** Required by the column, but without effect: a payment without a request does not expire. */
const LIFETIME_SECONDS = 3600;

/**
 * Creates one payment from booked, confirmed deposits, credits them to the merchant, and queues its
 * webhook. The caller holds the wallet's lock and has checked that none of them is credited or
 * held.
 */
export async function creditTopUp(
  tx: Tx,
  wallet: StaticWallet,
  terms: TopUpTerms,
  deposits: readonly Deposit[],
): Promise<void> {
  const topUp = await openTopUp(tx, wallet, terms, deposits);
  for (const deposit of deposits) await insertEvent(tx, topUp.id, "deposit-confirmed", depositDetail(deposit));
  await creditMatchedDeposits(tx, wallet, terms, topUp, deposits);
  await updateInvoice(tx, topUp.id, await topUpTotals(tx, topUp));
  await queuePaymentWebhook(tx, await readTopUp(tx, topUp.id));
}

/**
 * Credits deposits of a top-up. The commission is computed on the total of all its standing
 * credits.
 */
export async function creditMatchedDeposits(
  tx: Tx,
  wallet: StaticWallet,
  terms: TopUpTerms,
  topUp: Invoice,
  deposits: readonly Deposit[],
): Promise<void> {
  const quote = topUp.currentQuote;
  invariant(quote, `top-up ${topUp.id} has a quote`);
  const standing = await listStandingCredits(tx, topUp.id);
  const commissions = spreadCommission(
    { received: sum(standing.map(({ amount }) => amount)), kept: sum(standing.map(({ commission }) => commission)) },
    deposits.map(({ amount }) => amount),
    { ...quote, subtractPercent: 0 },
  );
  const credited = deposits.map((deposit, index) => ({ deposit, commission: commissions[index] ?? ZERO }));
  await creditDeposits(tx, { wallet, rate: terms.feeRate }, topUp.id, credited);
}

async function openTopUp(
  tx: Tx,
  wallet: StaticWallet,
  { service, usdRate }: TopUpTerms,
  deposits: readonly Deposit[],
): Promise<Invoice> {
  const last = deposits.at(-1);
  invariant(last, "a top-up has a deposit");
  const { merchantId, orderId, urlCallback, currencyCode, networkCode } = wallet;
  const at = new Date();
  const amount = sum(deposits.map((deposit) => deposit.amount));
  const worth = usdRate?.rate.toDecimalPlaces(18, 6) ?? ZERO;
  const { transactionId, fromAddress } = last;
  const money = { amount, amountUsd: usdValue(amount, worth), transactionId, fromAddress, at };
  const owner = { merchantId, walletId: wallet.id, orderId, urlCallback, currencyCode, networkCode };
  const id = await insertTopUp(tx, { ...owner, ...money }, LIFETIME_SECONDS);
  const commission = await findPaymentCommission(tx, merchantId);
  const currentQuoteId = await insertQuote(tx, id, {
    number: 1,
    currencyCode,
    networkCode,
    address: wallet.address,
    addressId: wallet.addressId,
    payerAmount: amount,
    baseAmount: amount,
    discount: ZERO,
    discountPercent: null,
    convertToCode: null,
    convertRate: null,
    rate: ONE,
    rateSource: "Same",
    rateAt: at,
    usdRate: worth,
    commissionRate: commission ?? service.paymentFeePercent.dividedBy(HUNDRED),
    commissionFixed: service.paymentFeeFixed,
    validUntil: at,
    createdAt: at,
  });
  await updateInvoice(tx, id, { currentQuoteId });
  await insertEvent(tx, id, "created", { currency: currencyCode, network: networkCode });
  return readTopUp(tx, id);
}

async function readTopUp(tx: Tx, id: string): Promise<Invoice> {
  const found = await findInvoiceById(tx, id);
  invariant(found, `top-up ${id} is there`);
  return found;
}
