import { Decimal } from "@/lib/kernel/money/decimal";
import { formatCrypto } from "@/lib/kernel/money/format";
import type { Cursor } from "@/lib/kernel/paging/cursor";
import { readPage } from "@/lib/kernel/paging/read-page";
import { refusal } from "@/lib/kernel/refusals";
import { toWireNumber } from "@/lib/kernel/wire-number";
import { formatWireTime } from "@/lib/money-in/invoices/wire-view";
import type { Payout, PayoutConversion } from "@/lib/money-out/payouts/payout";
import type { PayoutPlan } from "@/lib/money-out/payouts/plan-payout";
import { findMerchantPayout, findPayoutByOrderId, selectPayouts } from "@/lib/money-out/payouts/repo";
import type { PayoutCalculationView, PayoutItemView, PayoutPageView, PayoutView } from "@/lib/money-out/payouts/schema";
import { isFinal } from "@/lib/money-out/payouts/status";
import type { ClientLibrary } from "@/lib/people/merchants/schema";

/** Decimals of an amount in the balance's currency. */
const BALANCE_DECIMALS = 8;

/** Returns the result of `payout/calc`. */
export function toCalculationView(plan: PayoutPlan): PayoutCalculationView {
  return {
    commission: formatCrypto(plan.commission),
    merchant_amount: formatCrypto(plan.debitedAmount),
    payout_amount: formatCrypto(plan.sentAmount),
  };
}

/**
 * Returns the API's payout object. Network codes are in upper case here, as in its examples. The
 * specification has JSON numbers in `balance` and `payer_amount`; libraries of the kind `heleket`
 * read strings.
 */
export function toPayoutView(payout: Payout, library: ClientLibrary): PayoutView {
  const toAmount = library === "heleket" ? formatCrypto : toWireNumber;
  return {
    uuid: payout.id,
    amount: payout.amountText,
    currency: payout.currencyCode,
    network: payout.networkCode.toUpperCase(),
    address: payout.address,
    txid: payout.transactionId,
    status: payout.status,
    is_final: isFinal(payout.status),
    balance: toAmount(payout.balanceAfter),
    payer_currency: payout.payerCode,
    payer_amount: toAmount(payout.sentAmount),
    commission: formatCrypto(payout.commission),
    merchant_amount: formatCrypto(payout.debitedAmount),
    ...(payout.conversion ? { convert: toConvert(payout.sentAmount, payout.conversion) } : {}),
  };
}

function toConvert(sent: Decimal, { fromCode, toCode, fee, rate }: PayoutConversion) {
  return {
    to_currency: toCode,
    from_currency: fromCode,
    commission: formatCrypto(fee),
    rate: formatCrypto(rate),
    from_amount: formatCrypto(sent.dividedBy(rate).toDecimalPlaces(BALANCE_DECIMALS, Decimal.ROUND_HALF_EVEN)),
  };
}

/** Returns a payout as an item of a list. */
export function toPayoutItem(payout: Payout): PayoutItemView {
  return {
    uuid: payout.id,
    amount: payout.amountText,
    currency: payout.currencyCode,
    network: payout.networkCode.toUpperCase(),
    address: payout.address,
    txid: payout.transactionId,
    order_id: payout.orderId,
    payment_status: null,
    status: payout.status,
    is_final: isFinal(payout.status),
    balance: formatCrypto(payout.balanceAfter),
    created_at: formatWireTime(payout.createdAt),
    updated_at: formatWireTime(payout.updatedAt),
  };
}

/**
 * Returns a merchant's own payout; if both ids are given, the order id decides.
 * @throws AppError `not_found`, also for another merchant's payout
 */
export async function getPayout(
  merchantId: string,
  ids: { readonly uuid: string | null; readonly order_id: string | null },
): Promise<Payout> {
  const found =
    ids.order_id === null
      ? ids.uuid && (await findMerchantPayout(merchantId, ids.uuid))
      : await findPayoutByOrderId(merchantId, ids.order_id);
  if (!found) throw refusal("payout_not_found");
  return found;
}

/** Lists a merchant's payouts created within the given dates, newest first. */
export async function listPayouts(
  merchantId: string,
  query: { readonly date_from: Date | null; readonly date_to: Date | null; readonly cursor: Cursor | null },
): Promise<PayoutPageView> {
  const range = { from: query.date_from, to: query.date_to };
  const { items, paginate } = await readPage(query.cursor, range, (slice) => selectPayouts(merchantId, slice));
  return { merchant_uuid: merchantId, items: items.map(toPayoutItem), paginate };
}
