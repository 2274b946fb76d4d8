import { findReceiver, queueWebhook } from "@/lib/delivery/webhooks/queue-webhook";
import type { Tx } from "@/lib/kernel/db";
import { formatWebhookAmount } from "@/lib/kernel/money/format";
import { formatWireTime } from "@/lib/money-in/invoices/wire-view";
import { payerCurrencyOf } from "@/lib/money-in/recurrences/get-recurrence";
import type { Period, Recurrence } from "@/lib/money-in/recurrences/recurrence";
import { isEnded } from "@/lib/money-in/recurrences/status";

/** An event of a plan; for a period, the state that it has entered. */
export type RecurrenceEvent = "accepted" | "cancelled" | `period_${Period["state"]}`;

/**
 * Queues a webhook with the state of a plan, and of a period if one is given, in the transaction
 * that changed it. Events of one plan are delivered in order, signed with the payment key. Queues
 * nothing when neither the plan nor the merchant has a URL.
 */
export async function queueRecurrenceWebhook(
  tx: Tx,
  plan: Recurrence,
  event: RecurrenceEvent,
  period: Period | null = null,
): Promise<void> {
  const url = await findReceiver(tx, plan);
  if (url === null) return;
  await queueWebhook(tx, {
    objectKind: "recurrence",
    objectId: plan.id,
    merchantId: plan.merchantId,
    status: event,
    url,
    payload: toRecurrenceWebhook(plan, event, period),
  });
}

/**
 * Builds the members in the documented order, without `sign`. Those of the period are null if the
 * event concerns the whole plan.
 */
export function toRecurrenceWebhook(plan: Recurrence, event: RecurrenceEvent, period: Period | null) {
  return {
    type: "recurrence",
    uuid: plan.id,
    order_id: plan.orderId,
    name: plan.name,
    event,
    is_final: isEnded(plan.status),
    status: plan.status,
    amount: formatWebhookAmount(plan.amount),
    currency: plan.currencyCode,
    payer_currency: payerCurrencyOf(plan),
    period: plan.interval,
    period_number: period?.number ?? null,
    period_state: period?.state ?? null,
    period_amount: period && formatWebhookAmount(period.amount),
    period_starts_at: period && formatWireTime(period.startsAt),
    period_grace_ends_at: period && formatWireTime(period.graceEndsAt),
    payment_uuid: period?.invoiceId ?? null,
    failure: period?.failure ?? null,
    next_period_at: plan.nextPeriodAt && formatWireTime(plan.nextPeriodAt),
    additional_data: plan.additionalData,
  };
}
