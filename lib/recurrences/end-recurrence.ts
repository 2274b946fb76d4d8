import type { Tx } from "@/lib/db";
import type { Words } from "@/lib/locales/words";
import { queueMail } from "@/lib/mail/queue-mail";
import { recordAudit } from "@/lib/merchants/audit-repo";
import { queueRecurrenceWebhook } from "@/lib/recurrences/queue-recurrence-webhook";
import type { Recurrence } from "@/lib/recurrences/recurrence";
import { writeEndedMail } from "@/lib/recurrences/recurrence-mail";
import { updateRecurrence } from "@/lib/recurrences/repo";
import type { RecurrenceEnd } from "@/lib/recurrences/status";

export type Ending = {
  readonly by: RecurrenceEnd;
  /** A person of the merchant; null for the machine API, the payer and the rule. */
  readonly actorId: string | null;
  readonly merchant: string;
  /** Of the payer. */
  readonly words: Words;
  readonly now: Date;
};

/** Ends a plan for good: no further period begins. The caller holds its lock, and has seen that it has not ended. */
export async function endRecurrence(tx: Tx, plan: Recurrence, ending: Ending): Promise<Recurrence> {
  const { by, actorId, merchant, words, now } = ending;
  const status = by === "merchant" ? ("cancel_by_merchant" as const) : ("cancel_by_user" as const);
  const end = { status, endedAt: now, endedBy: by, nextPeriodAt: null };
  const ended = await updateRecurrence(tx, plan.id, { ...end, wakeAt: now });
  const { merchantId } = plan;
  const detail = { name: plan.name, orderId: plan.orderId, endedBy: by };
  const change = { before: { status: plan.status }, after: { status } };
  await recordAudit(tx, { actorId, merchantId, action: "recurrence.end", target: plan.id, detail, ...change });
  await queueRecurrenceWebhook(tx, ended, "cancelled");
  if (plan.payerEmail !== null) {
    const mail = writeEndedMail({ plan, merchant, words });
    await queueMail(tx, { kind: "recurrence-ended", reference: plan.id, recipient: plan.payerEmail, ...mail });
  }
  return ended;
}
