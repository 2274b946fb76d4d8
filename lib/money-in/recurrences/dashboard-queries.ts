import { describeReceiver } from "@/lib/delivery/webhooks/queue-webhook";
import { ZERO } from "@/lib/kernel/money/decimal";
import { formatFiat } from "@/lib/kernel/money/format";
import { toPage, toWindow } from "@/lib/kernel/paging/list-page";
import { shownStatus } from "@/lib/money-in/invoices/status";
import {
  RECURRENCE_PAGE_SIZE,
  type RecurrenceDetailView,
  type RecurrenceListQuery,
  type RecurrenceListView,
  type RecurrenceRowView,
} from "@/lib/money-in/recurrences/dashboard-schema";
import { getRecurrence, recurrencePageUrl } from "@/lib/money-in/recurrences/get-recurrence";
import { type EvaluatedPeriod, listPeriods } from "@/lib/money-in/recurrences/periods-repo";
import { discountEnd, type Recurrence } from "@/lib/money-in/recurrences/recurrence";
import { selectRecurrencePage } from "@/lib/money-in/recurrences/repo";
import type { RecurrenceStatus } from "@/lib/money-in/recurrences/status";

const PERIODS_SHOWN = 50;

const STATUSES_OF: Readonly<Record<NonNullable<RecurrenceListQuery["status"]>, readonly RecurrenceStatus[]>> = {
  waiting: ["wait_accept"],
  active: ["active"],
  ended: ["cancel_by_merchant", "cancel_by_user"],
};

/** Lists a merchant's plans, one page at a time. */
export async function listRecurrenceRows(merchantId: string, query: RecurrenceListQuery): Promise<RecurrenceListView> {
  const filter = {
    ...toWindow(query),
    statuses: query.status === undefined ? null : STATUSES_OF[query.status],
    search: query.q || null,
  };
  // One row more than shown indicates whether there is a next page.
  const plans = await selectRecurrencePage(merchantId, filter, RECURRENCE_PAGE_SIZE + 1);
  const page = toPage(plans, RECURRENCE_PAGE_SIZE, filter, ({ createdAt, id }) => ({ at: createdAt, id }));
  const { firstCursor, nextCursor } = page;
  return { items: page.rows.map(toRowView), firstCursor, nextCursor };
}

/**
 * Returns all details of one of the merchant's plans. @throws AppError `not_found`, also for
 * another merchant's
 */
export async function getRecurrenceDetail(merchantId: string, id: string): Promise<RecurrenceDetailView> {
  const plan = await getRecurrence(merchantId, { uuid: id, order_id: null });
  const [periods, receiver] = await Promise.all([listPeriods(plan.id, PERIODS_SHOWN), describeReceiver(plan)]);
  return {
    ...toRowView(plan),
    toCurrency: plan.toCurrencyCode,
    discountDays: plan.discountDays,
    discountAmount: plan.discountAmount?.toFixed() ?? null,
    discountEndsAt: discountEnd(plan)?.toISOString() ?? null,
    payerAmountUsd: formatFiat(plan.payerAmountUsd),
    receiver,
    additionalData: plan.additionalData,
    pageUrl: recurrencePageUrl(plan.id),
    acceptedAt: plan.acceptedAt?.toISOString() ?? null,
    endedAt: plan.endedAt?.toISOString() ?? null,
    endedBy: plan.endedBy,
    periods: periods.map(toPeriodView),
  };
}

function toRowView(plan: Recurrence): RecurrenceRowView {
  return {
    id: plan.id,
    name: plan.name,
    orderId: plan.orderId,
    status: plan.status,
    amount: plan.amount.toFixed(),
    currency: plan.currencyCode,
    interval: plan.interval,
    payerEmail: plan.payerEmail,
    nextPeriodAt: plan.nextPeriodAt?.toISOString() ?? null,
    lastPaidAt: plan.lastPaidAt?.toISOString() ?? null,
    createdAt: plan.createdAt.toISOString(),
  };
}

function toPeriodView(period: EvaluatedPeriod) {
  return {
    number: period.number,
    state: period.state,
    amount: period.amount.toFixed(),
    startsAt: period.startsAt.toISOString(),
    graceEndsAt: period.graceEndsAt.toISOString(),
    paidAt: period.paidAt?.toISOString() ?? null,
    invoiceId: period.invoiceId,
    invoiceStatus: period.invoiceStatus,
    shown:
      period.invoiceStatus &&
      shownStatus({
        status: period.invoiceStatus,
        isCancelledByHand: period.isInvoiceCancelled,
        paidAmount: period.invoicePaid?.amount ?? ZERO,
      }),
    paid: period.invoicePaid && {
      amount: period.invoicePaid.amount.toFixed(),
      due: period.invoicePaid.due.toFixed(),
    },
    failure: period.failure,
    retryAt: period.retryAt?.toISOString() ?? null,
  };
}
