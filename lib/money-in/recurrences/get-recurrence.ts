import { env } from "@/lib/kernel/env";
import { formatCrypto, formatFiat, withDecimals } from "@/lib/kernel/money/format";
import type { Cursor } from "@/lib/kernel/paging/cursor";
import { readPage } from "@/lib/kernel/paging/read-page";
import { refusal } from "@/lib/kernel/refusals";
import { formatWireTime } from "@/lib/money-in/invoices/wire-view";
import { discountEnd, type Recurrence } from "@/lib/money-in/recurrences/recurrence";
import { findMerchantRecurrence, findRecurrenceByOrderId, selectRecurrences } from "@/lib/money-in/recurrences/repo";
import type { RecurrencePageView, RecurrenceView } from "@/lib/money-in/recurrences/schema";

const DISCOUNT_DECIMALS_MIN = 2;

/**
 * Builds the API's plan object. The three members of the discount are present only if there is one.
 */
export function toRecurrenceView(plan: Recurrence): RecurrenceView {
  return {
    uuid: plan.id,
    name: plan.name,
    order_id: plan.orderId,
    amount: plan.amount.toFixed(),
    currency: plan.currencyCode,
    payer_currency: payerCurrencyOf(plan),
    payer_amount_usd: formatFiat(plan.payerAmountUsd),
    payer_amount: plan.payerAmount && formatCrypto(plan.payerAmount),
    url_callback: plan.urlCallback,
    ...discountMembers(plan),
    period: plan.interval,
    status: plan.status,
    url: recurrencePageUrl(plan.id),
    last_pay_off: plan.lastPaidAt && formatWireTime(plan.lastPaidAt),
  };
}

/** Returns the fixed coin; null when the payer chooses. */
export function payerCurrencyOf(plan: Pick<Recurrence, "toCurrencyCode" | "payerAmount" | "currencyCode">) {
  return plan.toCurrencyCode ?? (plan.payerAmount === null ? null : plan.currencyCode);
}

function discountMembers(plan: Recurrence) {
  if (plan.discountDays === null || plan.discountAmount === null) return {};
  const end = discountEnd(plan);
  return {
    discount_days: String(plan.discountDays),
    discount_amount: withDecimals(plan.discountAmount, DISCOUNT_DECIMALS_MIN),
    end_of_discount: end && formatWireTime(end),
  };
}

/**
 * Returns the URL where the payer accepts the plan; with the payer's own secret, where the payer
 * sees and ends it.
 */
export function recurrencePageUrl(id: string, query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(query);
  return `${env().BASE_URL}/recurring/${id}${search.size === 0 ? "" : `?${search}`}`;
}

const EVER = { from: null, to: null };

/** Lists a merchant's plans, newest first. */
export async function listRecurrences(merchantId: string, cursor: Cursor | null): Promise<RecurrencePageView> {
  const { items, paginate } = await readPage(cursor, EVER, (slice) => selectRecurrences(merchantId, slice));
  return { items: items.map(toRecurrenceView), paginate };
}

/**
 * Returns a merchant's own plan; if both ids are given, the order id decides.
 * @throws AppError `not_found`, the same for another merchant's plan as for none
 */
export async function getRecurrence(
  merchantId: string,
  ids: { readonly uuid: string | null; readonly order_id: string | null },
): Promise<Recurrence> {
  const found =
    ids.order_id === null
      ? ids.uuid && (await findMerchantRecurrence(merchantId, ids.uuid))
      : await findRecurrenceByOrderId(merchantId, ids.order_id);
  if (!found) throw refusal("recurrence_not_found");
  return found;
}
