import type { Tx } from "@/lib/db";
import { paymentPageUrl } from "@/lib/invoices/wire-view";
import type { Words } from "@/lib/locales/words";
import { queueMail } from "@/lib/mail/queue-mail";
import { reminderAt } from "@/lib/recurrences/calendar";
import { decidePeriod } from "@/lib/recurrences/decide-period";
import { payerLink } from "@/lib/recurrences/payer-link";
import { findLastPaidAt, type JudgedPeriod, listUnsettledPeriods, updatePeriod } from "@/lib/recurrences/periods-repo";
import { queueRecurrenceWebhook } from "@/lib/recurrences/queue-recurrence-webhook";
import type { Period, Recurrence } from "@/lib/recurrences/recurrence";
import { type PlanMail, writeDueMail, writeMissedMail } from "@/lib/recurrences/recurrence-mail";
import { updateRecurrence } from "@/lib/recurrences/repo";
import { isEnded } from "@/lib/recurrences/status";

export type Telling = {
  /** The shop's name. */
  readonly merchant: string;
  /** Of the payer. */
  readonly words: Words;
  readonly now: Date;
};

/**
 * Decides each period of a plan that is not settled, tells shop and payer of what has changed, and reminds the payer. Answers the plan as
 * it then is, and the periods. The caller holds the plan's lock.
 */
export async function judgePeriods(
  tx: Tx,
  plan: Recurrence,
  telling: Telling,
): Promise<{ plan: Recurrence; periods: readonly JudgedPeriod[] }> {
  const judged: JudgedPeriod[] = [];
  for (const period of await listUnsettledPeriods(tx, plan.id))
    judged.push(await remind(tx, plan, await judge(tx, plan, period, telling), telling));
  const lastPaidAt = await findLastPaidAt(tx, plan.id);
  const isMoved = lastPaidAt?.getTime() !== plan.lastPaidAt?.getTime();
  return { plan: isMoved ? await updateRecurrence(tx, plan.id, { lastPaidAt }) : plan, periods: judged };
}

async function judge(tx: Tx, plan: Recurrence, period: JudgedPeriod, telling: Telling): Promise<JudgedPeriod> {
  const { now } = telling;
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
      writeMissedMail({ plan, period, link, ...telling }),
    );
  }
  return { ...period, ...moved };
}

/** Once, while the payer can still do something about it: not while money is on its way, nor when the invoice was closed short. */
async function remind(tx: Tx, plan: Recurrence, period: JudgedPeriod, telling: Telling): Promise<JudgedPeriod> {
  const { state, remindedAt, graceEndsAt, invoiceStatus } = period;
  const isPayable = invoiceStatus === "check" || invoiceStatus === "cancel";
  const isTime = reminderAt(graceEndsAt) <= telling.now && telling.now < graceEndsAt;
  if (state !== "due" || remindedAt !== null || !isPayable || !isTime) return period;
  await mailPeriod(tx, plan, period, "reminder", telling);
  return { ...period, ...(await updatePeriod(tx, period.id, { remindedAt: telling.now })) };
}

/** Tells the payer that a period's payment waits, with the link to it. */
export async function mailPeriod(
  tx: Tx,
  plan: Recurrence,
  period: Period,
  kind: "due" | "reminder",
  telling: Telling,
): Promise<void> {
  if (period.invoiceId === null) return;
  const paymentUrl = paymentPageUrl(period.invoiceId);
  await mailPayer(tx, plan, { kind, reference: period.id }, (link) =>
    writeDueMail({ plan, period, paymentUrl, link, ...telling }, kind),
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
