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
  /** Of the payer. */
  readonly messages: Messages;
  readonly now: Date;
};

/**
 * Decides each period of a plan that is not settled, tells shop and payer of what has changed, and
 * reminds the payer. Answers the plan as it then is, and the periods. The caller holds the plan's
 * lock.
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
 * Once, while the payer can still do something about it: not while money is on its way, nor when
 * the invoice was closed short.
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

/** Tells the payer that a period's payment waits, with the link to it. */
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

/** The mail carries the payer's own link, so its text rests sealed. */
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

/** What the state of a period depends on. */
export type PeriodSituation = {
  /** As it was decided last. */
  readonly state: PeriodState;
  /** Null while it has no invoice. */
  readonly invoiceStatus: InvoiceStatus | null;
  /**
   * The merchant closed the invoice before its time, or the end of the plan did: the payer cannot
   * renew it.
   */
  readonly isInvoiceCancelled: boolean;
  /** An invoice is still tried to be made. */
  readonly isRetried: boolean;
  readonly graceEndsAt: Date;
  /** Nobody is asked for anything of the plan any more. */
  readonly isEnded: boolean;
};

/**
 * The state of a period, given what has become of its invoice. Pure, and it may go back: a payment
 * that a reorganisation took away is due again, a late one that was accepted is paid. What a refund
 * returns does not make a period unpaid.
 */
export function decidePeriod(situation: PeriodSituation, now: Date): PeriodState {
  switch (situation.invoiceStatus) {
    case null:
      return situation.isEnded && situation.isRetried ? "cancelled" : situation.state;
    case "paid":
    case "paid_over":
      return "paid";
    // Money is on its way, or a person decides about it.
    case "process":
    case "locked":
      return "due";
    // It may still be paid: a price asked for before the grace period ended holds beyond it.
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
  // What was decided before the plan ended stays as it was.
  if (state === "missed" || state === "cancelled") return state;
  if (isEnded || isInvoiceCancelled) return "cancelled";
  return graceEndsAt <= now ? "missed" : "due";
}
