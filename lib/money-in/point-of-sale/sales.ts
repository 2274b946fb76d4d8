import { AppError } from "@/lib/kernel/errors";
import { Decimal, ZERO } from "@/lib/kernel/money/decimal";
import { dateAt, isTimeZone, startOfDate } from "@/lib/kernel/zone-days";
import { findMerchantInvoice } from "@/lib/money-in/invoices/read-invoice-repo";
import { isFinal, shownStatus } from "@/lib/money-in/invoices/status";
import { paymentPageUrl } from "@/lib/money-in/invoices/wire-view";
import type { SaleView, TodayView } from "@/lib/money-in/point-of-sale/dashboard-schema";
import { findSale } from "@/lib/money-in/point-of-sale/repo";
import { isSaleCancelled, selectLatestSales, selectTotals } from "@/lib/money-in/point-of-sale/sales-repo";
import { loadCatalog } from "@/lib/pricing/catalog/queries";

const SALES_SHOWN = 25;

/**
 * Returns one of the merchant's sales, with the state of its payment.
 * @throws AppError `not_found`, also for another merchant's, and for an invoice that no terminal
 *   made
 */
export async function getSale(merchantId: string, id: string): Promise<SaleView> {
  const [sale, invoice] = await Promise.all([findSale(merchantId, id), findMerchantInvoice(merchantId, id)]);
  if (sale === null || invoice === null) throw new AppError("not_found", "Sale not found.");
  const quote = invoice.currentQuote;
  const network = quote && (await loadCatalog()).network(quote.networkCode);
  const { status, paidAmount } = invoice;
  return {
    id,
    orderId: invoice.orderId,
    shown: shownStatus({ status, paidAmount, isCancelledByHand: await isSaleCancelled(id) }),
    isFinal: isFinal(status),
    amount: invoice.amount.toFixed(),
    currency: invoice.currencyCode,
    tip: sale.tip.toFixed(),
    seller: sale.seller,
    lines: sale.lines.map(({ name, price, quantity }) => ({ name, price, quantity })),
    paymentUrl: paymentPageUrl(id),
    createdAt: invoice.createdAt.toISOString(),
    expiresAt: invoice.expiresAt.toISOString(),
    due: quote && {
      amount: quote.payerAmount.toFixed(),
      missing: Decimal.max(ZERO, quote.payerAmount.minus(paidAmount)).toFixed(),
      currency: quote.currencyCode,
      networkName: network?.name ?? quote.networkCode,
    },
  };
}

/** Returns the sales of the viewer's day: what was paid, and the latest ones. */
export async function readToday(merchantId: string, zone: string, now = new Date()): Promise<TodayView> {
  const known = isTimeZone(zone) ? zone : "UTC";
  const since = startOfDate(dateAt(now, known), known);
  const [totals, sales] = await Promise.all([
    selectTotals(merchantId, since),
    selectLatestSales(merchantId, since, SALES_SHOWN),
  ]);
  return {
    totals: totals.map(({ total, tips, ...one }) => ({ ...one, total: total.toFixed(), tips: tips.toFixed() })),
    sales: sales.map(({ amount, tip, createdAt, ...sale }) => ({
      ...sale,
      amount: amount.toFixed(),
      tip: tip.toFixed(),
      createdAt: createdAt.toISOString(),
    })),
  };
}
