import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError, invariant } from "@/lib/kernel/errors";
import { defineJob } from "@/lib/kernel/jobs/define-job";
import { log } from "@/lib/kernel/log";
import { ADVANCE_RECURRENCE } from "@/lib/money-in/invoices/transition-invoice";
import { deleteLinkRequestsBefore, payerMessages } from "@/lib/money-in/recurrences/ask-for-link";
import { addDays, reminderAt } from "@/lib/money-in/recurrences/calendar";
import { endRecurrence } from "@/lib/money-in/recurrences/cancel-recurrence";
import { evaluatePeriods, mailPeriod, type PeriodMailFacts } from "@/lib/money-in/recurrences/evaluate-periods";
import { listLastStates } from "@/lib/money-in/recurrences/periods-repo";
import { type DuePeriod, failureOf, openPeriod, priceDuePeriod } from "@/lib/money-in/recurrences/price-period";
import { queueRecurrenceWebhook } from "@/lib/money-in/recurrences/queue-recurrence-webhook";
import type { Period, Recurrence } from "@/lib/money-in/recurrences/recurrence";
import {
  findRecurrenceById,
  listDuePlans,
  lockRecurrence,
  setNextCheck,
  updateRecurrence,
} from "@/lib/money-in/recurrences/repo";
import { isEnded, MISSED_IN_A_ROW_MAX } from "@/lib/money-in/recurrences/status";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

/**
 * After its grace period, a period waits for its invoice, whose changes trigger a job; this is the
 * fallback for a lost job.
 */
const CHECK_AGAIN_MS = 60 * 60 * 1000;

/**
 * Updates a plan to the current time and the state of its invoices: periods become paid, missed or
 * due again, the payer is reminded, the plan ends after three missed periods in a row, the next
 * period begins. Prices are read first; everything else is one transaction under the plan's lock.
 * Any number of workers may run it any number of times, and a crash leaves no partial changes.
 */
export async function advanceRecurrence(id: string, now = new Date()): Promise<void> {
  const found = await findRecurrenceById(database(), id);
  if (found === null) return;
  const merchant = await getMerchant(found.merchantId);
  const mailFacts = { merchant: merchant.name, messages: await payerMessages(found), now };
  const due = await priceDuePeriod(found, merchant, now);
  try {
    await withTransaction((tx) => advance(tx, id, due, mailFacts));
  } catch (error) {
    // The pool ran empty between pricing and address assignment: inserts the period without an
    // invoice and retries later.
    if (!(error instanceof AppError) || due === null) throw error;
    await withTransaction((tx) => advance(tx, id, { ...due, outcome: failureOf(error) }, mailFacts));
  }
}

async function advance(tx: Tx, id: string, due: DuePeriod | null, mailFacts: PeriodMailFacts): Promise<void> {
  const locked = await lockRecurrence(tx, id);
  invariant(locked, "plans are never deleted");
  const { plan: judged, periods } = await evaluatePeriods(tx, locked, mailFacts);
  const plan = await endAfterMissed(tx, judged, mailFacts);
  const opened = due !== null && plan.status === "active" ? await beginPeriod(tx, plan, due, mailFacts) : null;
  const waiting = [
    ...periods.filter(({ id: periodId }) => periodId !== opened?.period.id),
    ...(opened ? [opened.period] : []),
  ];
  await setNextCheck(tx, id, nextCheckAt(opened?.plan ?? plan, waiting, mailFacts.now));
}

async function endAfterMissed(tx: Tx, plan: Recurrence, mailFacts: PeriodMailFacts): Promise<Recurrence> {
  if (isEnded(plan.status)) return plan;
  const states = await listLastStates(tx, plan.id, MISSED_IN_A_ROW_MAX);
  const isOver = states.length === MISSED_IN_A_ROW_MAX && states.every((state) => state === "missed");
  return isOver ? await endRecurrence(tx, plan, { by: "missed", actorId: null, ...mailFacts }) : plan;
}

async function beginPeriod(
  tx: Tx,
  plan: Recurrence,
  due: DuePeriod,
  mailFacts: PeriodMailFacts,
): Promise<{ plan: Recurrence; period: Period } | null> {
  const period = await openPeriod(tx, plan, due, mailFacts.now);
  if (period === null) return null;
  const moved = await updateRecurrence(tx, plan.id, { nextPeriodAt: due.nextStartsAt });
  // A period that keeps failing is reported once.
  const isNews = period.state === "due" || plan.nextPeriodAt?.getTime() === due.startsAt.getTime();
  if (isNews) await queueRecurrenceWebhook(tx, moved, `period_${period.state}`, period);
  await mailPeriod(tx, moved, period, "due", mailFacts);
  return { plan: moved, period };
}

/**
 * Returns the earliest time at which something must be done; null when only a payment can change
 * anything.
 */
function nextCheckAt(plan: Recurrence, periods: readonly Period[], now: Date): Date | null {
  const moments = [plan.nextPeriodAt, ...periods.map((period) => lookAt(period, now))].filter((at) => at !== null);
  return moments.length === 0 ? null : new Date(Math.min(...moments.map((at) => at.getTime())));
}

function lookAt({ state, retryAt, remindedAt, graceEndsAt }: Period, now: Date): Date | null {
  if (retryAt !== null) return retryAt;
  if (state !== "due") return null;
  if (graceEndsAt <= now) return new Date(now.getTime() + CHECK_AGAIN_MS);
  const reminder = reminderAt(graceEndsAt);
  return remindedAt === null && reminder > now ? reminder : graceEndsAt;
}

/** Keeps one pass short; the next one handles the rest. */
const BATCH = 200;
const AFTER_FAILURE_MS = 60_000;
const LINK_REQUESTS_KEPT_DAYS = 2;

/**
 * Advances every plan that is due: a period begins, a payer is reminded, a grace period ends, or
 * the creation of an invoice is retried. Returns the number of plans processed. Safe to run in
 * several workers concurrently.
 */
export async function advanceDueRecurrences(now = new Date()): Promise<number> {
  const ids = await listDuePlans(now, BATCH);
  for (const id of ids) {
    try {
      await advanceRecurrence(id, now);
    } catch (error) {
      // The plan that has waited longest comes first every time: it must not block the others.
      log().error({ recurrence: id, err: error }, "a plan of recurring payments could not be advanced");
      await setNextCheck(database(), id, new Date(now.getTime() + AFTER_FAILURE_MS));
    }
  }
  return ids.length;
}

/** Deletes link requests that no longer count towards a limit, with the email addresses in them. */
export async function deleteOldLinkRequests(now = new Date()): Promise<number> {
  return await deleteLinkRequestsBefore(addDays(now, -LINK_REQUESTS_KEPT_DAYS));
}

export const advanceRecurrenceJob = defineJob({
  ...ADVANCE_RECURRENCE,
  run: ({ recurrenceId }) => advanceRecurrence(recurrenceId),
});
