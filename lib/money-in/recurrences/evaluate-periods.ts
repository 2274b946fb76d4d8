import type { Tx } from "@/lib/kernel/db";
import type { Messages } from "@/lib/kernel/locales/messages";
import { queueMail } from "@/lib/kernel/mail/queue-mail";
import type { InvoiceStatus } from "@/lib/money-in/invoices/status";
import { paymentPageUrl } from "@/lib/money-in/invoices/wire-view";
import { payerLink } from "@/lib/money-in/recurrences/ask-for-link";
import { reminderAt } from "@/lib/money-in/recurrences/calendar";
import {
  type EvaluatedPeriod,
  findLastPaidAt,
  listUnsettledPeriods,
  updatePeriod,
} from "@/lib/money-in/recurrences/periods-repo";
import { queueRecurrenceWebhook } from "@/lib/money-in/recurrences/queue-recurrence-webhook";
import type { Period, Recurrence } from "@/lib/money-in/recurrences/recurrence";
import { type PlanMail, writeDueMail, writeMissedMail } from "@/lib/money-in/recurrences/recurrence-mail";
import { updateRecurrence } from "@/lib/money-in/recurrences/repo";
import { isEnded, type PeriodState } from "@/lib/money-in/recurrences/status";

export type PeriodMailFacts = {
  /** The shop's name. */
  readonly merchant: string;
  /** In the payer's language. */
  readonly messages: Messages;
  readonly now: Date;
};

/**
 * Decides each unsettled period of a plan, notifies shop and payer of changes, and reminds the
 * payer. Returns the updated plan and the periods. The caller holds the plan's lock.
 */
export async function evaluatePeriods(
  tx: Tx,
  plan: Recurrence,
  mailFacts: PeriodMailFacts,
): Promise<{ plan: Recurrence; periods: readonly EvaluatedPeriod[] }> {
  const judged: EvaluatedPeriod[] = [];
  for (const period of await listUnsettledPeriods(tx, plan.id))
    judged.push(await remind(tx, plan, await judge(tx, plan, period, mailFacts), mailFacts));
  const lastPaidAt = await findLastPaidAt(tx, plan.id);
  const isMoved = lastPaidAt?.getTime() !== plan.lastPaidAt?.getTime();
  return { plan: isMoved ? await updateRecurrence(tx, plan.id, { lastPaidAt }) : plan, periods: judged };
}

async function judge(
  tx: Tx,
  plan: Recurrence,
  period: EvaluatedPeriod,
  mailFacts: PeriodMailFacts,
): Promise<EvaluatedPeriod> {
  const { now } = mailFacts;
  const isRetried = period.retryAt !== null;
  const state = decidePeriod({ ...period, isRetried, isEnded: isEnded(plan.status) }, now);
  const isGivenUp = isRetried && (state !== "failed" || period.graceEndsAt <= now);
  if (state === period.state)
    return isGivenUp ? { ...period, ...(await updatePeriod(tx, period.id, { retryAt: null })) } : period;
  const paidAt = state === "paid" ? now : null;
  const moved = await updatePeriod(tx, period.id, { state, paidAt, ...(isGivenUp ? { retryAt: null } : {}) });
  await queueRecurrenceWebhook(tx, plan, `period_${state}`, moved);
  if (state === "missed") {
    await mailPayer(tx, plan, { kind: "missed", reference: period.id }, (link) =>
      writeMissedMail({ plan, period, link, ...mailFacts }),
    );
  }
  return { ...period, ...moved };
}

/**
 * Sends the reminder once, while the payer can still act: not while a payment is pending, nor when
 * the invoice was closed underpaid.
 */
async function remind(
  tx: Tx,
  plan: Recurrence,
  period: EvaluatedPeriod,
  mailFacts: PeriodMailFacts,
): Promise<EvaluatedPeriod> {
  const { state, remindedAt, graceEndsAt, invoiceStatus } = period;
  const isPayable = invoiceStatus === "check" || invoiceStatus === "cancel";
  const isTime = reminderAt(graceEndsAt) <= mailFacts.now && mailFacts.now < graceEndsAt;
  if (state !== "due" || remindedAt !== null || !isPayable || !isTime) return period;
  await mailPeriod(tx, plan, period, "reminder", mailFacts);
  return { ...period, ...(await updatePeriod(tx, period.id, { remindedAt: mailFacts.now })) };
}

/** Mails the payer that a period's payment is due, with its link. */
export async function mailPeriod(
  tx: Tx,
  plan: Recurrence,
  period: Period,
  kind: "due" | "reminder",
  mailFacts: PeriodMailFacts,
): Promise<void> {
  if (period.invoiceId === null) return;
  const paymentUrl = paymentPageUrl(period.invoiceId);
  await mailPayer(tx, plan, { kind, reference: period.id }, (link) =>
    writeDueMail({ plan, period, paymentUrl, link, ...mailFacts }, kind),
  );
}

/** The mail contains the payer's own link, so its text is stored encrypted. */
async function mailPayer(
  tx: Tx,
  plan: Recurrence,
  { kind, reference }: { kind: "due" | "reminder" | "missed"; reference: string },
  write: (link: string) => PlanMail,
): Promise<void> {
  const link = payerLink(plan);
  if (plan.payerEmail === null || link === null) return;
  const mail = { kind: `recurrence-${kind}`, reference, recipient: plan.payerEmail, isSecret: true, ...write(link) };
  await queueMail(tx, mail);
}

/** The facts that determine the state of a period. */
export type PeriodSituation = {
  /** The last decided state. */
  readonly state: PeriodState;
  /** Null while it has no invoice. */
  readonly invoiceStatus: InvoiceStatus | null;
  /** The merchant, or the end of the plan, cancelled the invoice: the payer cannot renew it. */
  readonly isInvoiceCancelled: boolean;
  /** The creation of an invoice is still being retried. */
  readonly isRetried: boolean;
  readonly graceEndsAt: Date;
  /** The plan has ended: no payment is requested any more. */
  readonly isEnded: boolean;
};

/**
 * Decides the state of a period from the state of its invoice. Pure. The state may go back: a
 * payment that a reorganisation reverted is due again, a late one that was accepted is paid. A
 * refund does not make a period unpaid.
 */
export function decidePeriod(situation: PeriodSituation, now: Date): PeriodState {
  switch (situation.invoiceStatus) {
    case null:
      return situation.isEnded && situation.isRetried ? "cancelled" : situation.state;
    case "paid":
    case "paid_over":
      return "paid";
    // A payment is pending, or a human decision is.
    case "process":
    case "locked":
      return "due";
    // It may still be paid: a price requested before the grace period ended is valid beyond it.
    case "check":
      return "due";
    case "refund_process":
    case "refund_paid":
    case "refund_fail":
      return situation.state === "paid" ? "paid" : unpaid(situation, now);
    case "cancel":
    case "wrong_amount":
    case "fail":
    case "system_fail":
      return unpaid(situation, now);
  }
}

function unpaid({ state, isInvoiceCancelled, graceEndsAt, isEnded }: PeriodSituation, now: Date): PeriodState {
  // A decision made before the plan ended stands.
  if (state === "missed" || state === "cancelled") return state;
  if (isEnded || isInvoiceCancelled) return "cancelled";
  return graceEndsAt <= now ? "missed" : "due";
}
