import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { type Env, env } from "@/lib/kernel/env";
import { log } from "@/lib/kernel/log";
import { cutoff } from "@/lib/run/retention/finished-repo";
import {
  clearMails,
  clearNotesOfOrders,
  clearPayersOfInvoices,
  clearPayersOfPlans,
  deleteAccountLinks,
  deleteChatMessages,
  deleteInvitations,
  deleteSessions,
} from "@/lib/run/retention/personal-data-repo";
import type { RetentionRule, RetentionSetting, Step } from "@/lib/run/retention/rule";
import { deleteInvoiceEvents, deleteOutflowEvents } from "@/lib/run/retention/time-lines-repo";
import { clearAttempts, deleteWebhooks } from "@/lib/run/retention/webhooks-repo";

/** Everything that is deleted or cleared by a setting of the operator (decision 0064). */
const RULES: readonly RetentionRule[] = [
  { subject: "invoice events", setting: "RETAIN_EVENTS_DAYS", step: deleteInvoiceEvents },
  { subject: "payout and refund events", setting: "RETAIN_EVENTS_DAYS", step: deleteOutflowEvents },
  { subject: "webhooks", setting: "RETAIN_EVENTS_DAYS", step: deleteWebhooks },
  { subject: "webhook attempts", setting: "RETAIN_REQUEST_DATA_DAYS", step: clearAttempts },
  { subject: "sessions", setting: "RETAIN_REQUEST_DATA_DAYS", step: deleteSessions },
  { subject: "account links", setting: "RETAIN_REQUEST_DATA_DAYS", step: deleteAccountLinks },
  { subject: "invitations", setting: "RETAIN_REQUEST_DATA_DAYS", step: deleteInvitations },
  { subject: "mails", setting: "RETAIN_MAILS_DAYS", step: clearMails },
  { subject: "messages to chats", setting: "RETAIN_MAILS_DAYS", step: deleteChatMessages },
  { subject: "payers of invoices", setting: "RETAIN_PAYER_DATA_DAYS", step: clearPayersOfInvoices },
  { subject: "notes of payers", setting: "RETAIN_PAYER_DATA_DAYS", step: clearNotesOfOrders },
  { subject: "payers of plans", setting: "RETAIN_PAYER_DATA_DAYS", step: clearPayersOfPlans },
];

/**
 * Applies every rule whose setting is not 0, a page per transaction, until nothing old is left or
 * `signal` fires. Safe to interrupt anywhere, to repeat and to run concurrently: of two runs one
 * leaves a rule to the other. A rule that deletes something writes an entry of the audit log with
 * its first deletion, and their number into the log at its end. A rule that fails does not keep the
 * others from being applied.
 * @throws AggregateError of what failed
 */
export async function deleteOldData(signal: AbortSignal, settings: Pick<Env, RetentionSetting> = env()): Promise<void> {
  const errors: unknown[] = [];
  for (const rule of RULES) {
    const days = settings[rule.setting];
    if (days === 0 || signal.aborted) continue;
    try {
      await applyRule(rule, days, signal);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, "old data could not be deleted");
}

async function applyRule(rule: RetentionRule, days: number, signal: AbortSignal): Promise<void> {
  let count = 0;
  try {
    for (let after: bigint | null = 0n; after !== null && !signal.aborted; ) {
      const page: Page = { days, after, isFirst: count === 0 };
      const step: Step = await withTransaction((tx) => runAlone(tx, rule, page));
      count += step.count;
      after = step.next;
    }
  } finally {
    const { subject, setting } = rule;
    if (count > 0) log().info({ subject, setting, days, count }, "old data was deleted");
  }
}

/** `isFirst`: this run of the rule has deleted nothing yet. */
type Page = { readonly days: number; readonly after: bigint; readonly isFirst: boolean };

/** Two runs would wait for each other's rows. */
async function runAlone(tx: Tx, rule: RetentionRule, { days, after, isFirst }: Page): Promise<Step> {
  const [row] = await tx.$queryRaw<{ isLocked: boolean; before: Date }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended('retention:' || ${rule.subject}::text, 0)) AS "isLocked",
      ${cutoff(days)} AS before`;
  if (row?.isLocked !== true) return { count: 0, next: null };
  const step = await rule.step(tx, days, after);
  if (isFirst && step.count > 0) {
    const detail = { setting: rule.setting, days, before: row.before.toISOString() };
    await recordAudit(tx, { actorId: null, action: "data.delete", target: rule.subject, detail });
  }
  return step;
}
