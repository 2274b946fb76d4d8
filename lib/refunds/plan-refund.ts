import type { CatalogService } from "@/lib/catalog/catalog-types";
import { loadCatalog } from "@/lib/catalog/queries";
import { CONVERTED_TO } from "@/lib/conversions/conversion";
import { env } from "@/lib/env";
import { AppError, invalidParameter } from "@/lib/errors";
import { findPayment } from "@/lib/invoices/get-invoice";
import type { Invoice } from "@/lib/invoices/invoice";
import type { InvoiceStatus } from "@/lib/invoices/status";
import type { Merchant } from "@/lib/merchants/merchant";
import { type Decimal, decimal, ZERO } from "@/lib/money/decimal";
import { checkAddress } from "@/lib/payouts/check-destination";
import { dustLimitOf } from "@/lib/payouts/dust-limit";
import type { FeeQuote } from "@/lib/payouts/fee-quotes-repo";
import { findFunds } from "@/lib/payouts/find-funds";
import { conversionCost, type PayoutAmounts, payoutAmounts } from "@/lib/payouts/payout-amounts";
import { findRate } from "@/lib/rates/queries";
import { quoteRefundFee } from "@/lib/refunds/quote-refund-fee";
import { refundErrors } from "@/lib/refunds/refund-error";
import { isPaymentConverted } from "@/lib/refunds/repo";
import type { RefundInput } from "@/lib/refunds/schema";

/** Closed with money, and with no refund under way. */
const REFUNDABLE: ReadonlySet<InvoiceStatus> = new Set([
  "paid",
  "paid_over",
  "wrong_amount",
  "refund_paid",
  "refund_fail",
]);

/** What a refund would do. Amounts are in the coin that was paid, but for the debit. */
export type RefundPlan = {
  readonly invoice: Invoice;
  readonly service: CatalogService;
  readonly address: string;
  /** Counts against what was paid, whoever bears the fee. */
  readonly amount: Decimal;
  readonly sentAmount: Decimal;
  /** The service's payout fee. The payment's commission is not given back. */
  readonly commission: Decimal;
  readonly feeQuote: FeeQuote;
  /** Taken from the balance in `fromCode`: the coin's own, or USDT where the payment was converted. */
  readonly fromCode: string;
  readonly debitedAmount: Decimal;
};

/**
 * Plans the refund of a payment: `amount`, or all that is left of it. `refunded` is what went back before.
 *
 * @throws AppError with the specification's text, or naming the parameter that is wrong
 */
export async function planRefund(
  merchant: Merchant,
  input: RefundInput,
  refunded: (invoiceId: string) => Promise<Decimal>,
): Promise<RefundPlan> {
  const ids = input.uuid === null ? { uuid: null, order_id: input.order_id } : { uuid: input.uuid, order_id: null };
  const invoice = await findPayment(merchant.id, ids);
  if (invoice === null) throw refundErrors.paymentNotFound();
  const quote = invoice.currentQuote;
  const isPaid = REFUNDABLE.has(invoice.status) && invoice.paidAmount.gt(ZERO);
  if (quote === null || !isPaid) throw refundErrors.notCompleted();
  const fromCode = (await isPaymentConverted(invoice.id)) ? CONVERTED_TO : quote.currencyCode;
  const funds = await findFunds(merchant, fromCode);
  if (!funds.hasWallet) throw refundErrors.undefinedWallet();
  const rest = invoice.paidAmount.minus(await refunded(invoice.id));
  const amount = input.amount?.value ?? rest;
  if (amount.gt(rest) || !amount.gt(ZERO)) throw refundErrors.moreThanPaid();

  const catalog = await loadCatalog();
  const service = catalog.service(quote.currencyCode, quote.networkCode);
  if (!service?.isPayoutEnabled || !service.isReviewed)
    throw refundErrors.serverError({ reason: "nothing is paid out in this coin" });
  if (amount.decimalPlaces() > service.decimals) throw invalidParameter("amount", "validation.decimal");
  const address = await checkAddress(catalog, service.network, input.address);
  const feeQuote = await quoteRefundFee(service);
  const amounts = refundAmounts(service, amount, input.is_subtract, feeQuote);
  const debitedAmount = await debitOf(fromCode, service, amounts.covered);
  if (funds.spendable.lt(debitedAmount)) throw refundErrors.notEnoughFunds();
  const { sent: sentAmount, commission } = amounts;
  return { invoice, service, address, amount, sentAmount, commission, feeQuote, fromCode, debitedAmount };
}

/** @throws AppError `The amount is too small` when the fee leaves nothing that the network would carry */
function refundAmounts(service: CatalogService, amount: Decimal, isSubtract: boolean, fee: FeeQuote): PayoutAmounts {
  const amounts = payoutAmounts({ amount, isSubtract, fee, payableDecimals: service.payableDecimals });
  if (!amounts.sent.gt(ZERO) || amounts.sent.lt(dustLimitOf(service))) throw refundErrors.tooSmall();
  return amounts;
}

/** What the balance gives for it: at the present rate where that is another currency. @throws AppError `Server error` without one */
async function debitOf(fromCode: string, service: CatalogService, covered: Decimal): Promise<Decimal> {
  const coin = service.currency.code;
  if (fromCode === coin) return covered;
  const found = await findRate({ from: fromCode, to: coin }).catch((error: unknown) => {
    throw error instanceof AppError ? refundErrors.serverError({ reason: "no rate may be quoted" }, error) : error;
  });
  const cost = conversionCost(covered, found.rate, decimal(env().CONVERSION_SPREAD_PERCENT));
  if (cost === null) throw refundErrors.serverError({ reason: "the spread leaves nothing" });
  return cost.fromAmount;
}
