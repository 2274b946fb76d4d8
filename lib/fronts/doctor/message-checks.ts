import { findOldestDue } from "@/lib/delivery/webhooks/reads-repo";
import { type Check, errorFinding, type Finding, okFinding, warningFinding } from "@/lib/fronts/doctor/check";
import { causeText, countText, durationText } from "@/lib/fronts/doctor/format-text";
import { selectProbes, toFinding } from "@/lib/fronts/doctor/probe-repo";
import { database } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MAIL_WAIT_MS = 10 * 60_000;
const DUE_WARNING_MS = 120_000;
/** With at least this many attempts, a larger share of failures affects more than a shop or two. */
const ATTEMPTS_MIN = 20;
const FAILING_PART = 0.5;

const mailServer: Check = {
  id: "mail",
  group: "messages",
  name: "Mail server",
  needsDatabase: true,
  run: async ({ now }) => {
    const { MAIL_FROM, SANDBOX } = env();
    const [probe] = await selectProbes("mail");
    if (probe !== undefined) return [toFinding(probe, { id: mailServer.id, name: mailServer.name }, now)];
    if (MAIL_FROM === undefined) return [checkMailOff(SANDBOX)];
    const remedy = "A worker tries the server every half a minute: see that one runs, and has MAIL_FROM and SMTP_URL.";
    return [warningFinding(mailServer, "The mail server was not checked yet.", remedy)];
  },
};

/** Evaluates disabled mail. Pure. */
export function checkMailOff(isSandbox: boolean): Finding {
  if (isSandbox) return okFinding(mailServer, "Mail is off, as usual in a sandbox.");
  const summary = "Mail is off: no invitations, password resets, receipts or warnings are sent.";
  return warningFinding(mailServer, summary, "Set MAIL_FROM for web and worker, and SMTP_URL for the worker.");
}

const mails: Check = {
  id: "mails",
  group: "messages",
  name: "Mail",
  needsDatabase: true,
  run: async ({ now }) => [checkMails(await readMailFacts(new Date(now.getTime() - DAY_MS)), now)],
};

/** Checks that mails are sent in time. Pure. */
export function checkMails({ pending, oldestAt, failed, lastError }: MailFacts, now: Date): Finding {
  const ageMs = oldestAt === null ? 0 : now.getTime() - oldestAt.getTime();
  const measured = `${pending} waiting, ${failed} failed within a day`;
  const cause = lastError === null ? "" : ` Last error: ${causeText(lastError)}.`;
  const remedy = `See the mail server check and the mail server's log.${cause}`;
  if (ageMs > MAIL_WAIT_MS) {
    const summary = `${countText(pending, "mail waits", "mails wait")}, the oldest for ${durationText(ageMs)}.`;
    return warningFinding(mails, summary, remedy, { measured, since: oldestAt });
  }
  if (failed > 0) return warningFinding(mails, `${countText(failed, "mail", "mails")} failed.`, remedy, { measured });
  return okFinding(mails, "Mail is sent without delay.", { measured });
}

const webhooks: Check = {
  id: "webhooks",
  group: "messages",
  name: "Webhooks",
  needsDatabase: true,
  run: async ({ now }) =>
    checkWebhooks(await readWebhookFacts(new Date(now.getTime() - HOUR_MS), new Date(now.getTime() - DAY_MS)), now),
};

/**
 * Checks that shops receive their webhooks: failed attempts, shops that reject everything, dead
 * deliveries, and delays of our own. Pure.
 */
export function checkWebhooks(facts: WebhookFacts, now: Date): Finding[] {
  const { attempts, failures, merchantsFailing, givenUp, oldestDueAt } = facts;
  const measured = `${failures} of ${countText(attempts, "attempt", "attempts")} failed within an hour`;
  const lateMs = oldestDueAt === null ? 0 : now.getTime() - oldestDueAt.getTime();
  const queue = { id: "webhooks-late", name: "Webhook delays" };
  const late =
    lateMs > DUE_WARNING_MS
      ? errorFinding(queue, "Due webhooks are not sent.", "Check that a worker is running, and its log.", {
          measured: `the oldest is ${durationText(lateMs)} overdue`,
          since: oldestDueAt,
        })
      : okFinding(queue, "Webhooks are sent on time.");
  const isMany = attempts >= ATTEMPTS_MIN && failures > attempts * FAILING_PART && merchantsFailing > 1;
  if (isMany) {
    const summary = `Most attempts fail, for ${merchantsFailing} merchants: this machine may have no outbound connection.`;
    const remedy =
      "Check that this machine reaches the internet and resolves names; the Webhooks page shows the responses.";
    return [errorFinding(webhooks, summary, remedy, { measured }), late];
  }
  const [silent] = facts.silentShops;
  if (silent !== undefined) {
    const names = facts.silentShops.map(({ name }) => name).join(", ");
    const summary = `The server of ${names} rejects all webhooks: 0 of ${silent.attempts} attempts succeeded within an hour.`;
    const remedy =
      "They are retried automatically for two days. Tell the merchant; the responses are on the merchant's Webhooks page.";
    return [warningFinding(webhooks, summary, remedy, { measured, since: silent.since }), late];
  }
  if (givenUp > 0) {
    const summary = `${countText(givenUp, "webhook", "webhooks")} failed within a day.`;
    const remedy = "See the Webhooks page for the shops. Resend when the shop's server is working again.";
    return [warningFinding(webhooks, summary, remedy, { measured }), late];
  }
  return [okFinding(webhooks, "Webhooks are delivered or retried.", { measured }), late];
}

export const messageChecks: readonly Check[] = [mailServer, mails, webhooks];

type MailFacts = {
  readonly pending: number;
  readonly oldestAt: Date | null;
  readonly failed: number;
  readonly lastError: string | null;
};

/** Returns pending mails, and those that failed since. */
async function readMailFacts(failedSince: Date): Promise<MailFacts> {
  const [row] = await database().$queryRaw<MailFacts[]>`
    SELECT count(*) FILTER (WHERE state = 'pending')::int AS pending, min(created_at) FILTER (WHERE state = 'pending') AS "oldestAt",
      count(*) FILTER (WHERE state = 'failed')::int AS failed,
      (array_agg(last_error ORDER BY created_at DESC) FILTER (WHERE last_error IS NOT NULL))[1] AS "lastError"
    FROM mails WHERE state = 'pending' OR (state = 'failed' AND created_at > ${failedSince})`;
  return row ?? { pending: 0, oldestAt: null, failed: 0, lastError: null };
}

export type WebhookFacts = {
  readonly attempts: number;
  readonly failures: number;
  readonly merchantsFailing: number;
  /** Shops whose servers rejected all of several attempts, and since when. */
  readonly silentShops: readonly { readonly name: string; readonly attempts: number; readonly since: Date }[];
  readonly givenUp: number;
  /** Due time of the most overdue event, of those that wait for no earlier one of their object. */
  readonly oldestDueAt: Date | null;
};

/** Fewer attempts are not conclusive. */
const SILENT_ATTEMPTS_MIN = 3;
const SILENT_SHOPS_MAX = 5;

/** Returns attempts of the last hour, deliveries that died within a day, and due deliveries. */
async function readWebhookFacts(attemptsSince: Date, givenUpSince: Date): Promise<WebhookFacts> {
  const [[row], silentShops, oldestDueAt] = await Promise.all([
    selectWebhookCounts(attemptsSince, givenUpSince),
    selectSilentShops(attemptsSince),
    findOldestDue(),
  ]);
  const counts = row ?? { attempts: 0, failures: 0, merchantsFailing: 0, givenUp: 0 };
  return { ...counts, silentShops, oldestDueAt };
}

function selectSilentShops(attemptsSince: Date): Promise<WebhookFacts["silentShops"][number][]> {
  return database().$queryRaw`
    SELECT m.name, count(*)::int AS attempts, min(a.started_at) AS since
    FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id JOIN merchants m ON m.id = d.merchant_id
    WHERE a.started_at > ${attemptsSince} GROUP BY m.id
    HAVING count(*) >= ${SILENT_ATTEMPTS_MIN} AND bool_and((a.http_status BETWEEN 200 AND 299 AND a.error IS NULL) IS NOT TRUE)
    ORDER BY attempts DESC, m.name LIMIT ${SILENT_SHOPS_MAX}`;
}

function selectWebhookCounts(
  attemptsSince: Date,
  givenUpSince: Date,
): Promise<Omit<WebhookFacts, "silentShops" | "oldestDueAt">[]> {
  return database().$queryRaw`
    WITH tries AS (
      SELECT d.merchant_id, a.http_status BETWEEN 200 AND 299 AND a.error IS NULL AS is_taken
      FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id WHERE a.started_at > ${attemptsSince})
    SELECT (SELECT count(*)::int FROM tries) AS attempts,
      (SELECT count(*)::int FROM tries WHERE is_taken IS NOT TRUE) AS failures,
      (SELECT count(DISTINCT merchant_id)::int FROM tries WHERE is_taken IS NOT TRUE) AS "merchantsFailing",
      (SELECT count(*)::int FROM webhook_deliveries WHERE state = 'failed' AND created_at > ${givenUpSince}) AS "givenUp"`;
}
