import { recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { hashOfLinkSecret } from "@/lib/kernel/crypto/secrets";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { enqueueAdvance } from "@/lib/money-in/invoices/transition-invoice";
import { findLinkRequestBySecret, type LinkRequest, sealPayerSecret } from "@/lib/money-in/recurrences/ask-for-link";
import { queueRecurrenceWebhook } from "@/lib/money-in/recurrences/queue-recurrence-webhook";
import { type Recurrence, recurrenceErrors } from "@/lib/money-in/recurrences/recurrence";
import {
  findRecurrenceById,
  findRecurrenceBySecret,
  lockRecurrence,
  updateRecurrence,
} from "@/lib/money-in/recurrences/repo";
import { isEnded } from "@/lib/money-in/recurrences/status";
import { getMerchant } from "@/lib/people/merchants/create-merchant";

/**
 * What a mailed link gives access to: the payer's own view of an accepted plan, or a plan that it
 * can accept.
 */
export type OpenedLink = { readonly plan: Recurrence; readonly isPayer: boolean };

/**
 * Returns the plan of a mailed link. Changes nothing, since mail scanners open links.
 * @throws AppError a text of {@link recurrenceErrors}
 */
export async function openLink(id: string, secret: string, now = new Date()): Promise<OpenedLink> {
  const hash = hashOfLinkSecret(secret);
  if (hash === null) throw recurrenceErrors.unknown();
  const own = await findRecurrenceBySecret(database(), id, hash);
  if (own !== null) return { plan: own, isPayer: true };
  const [plan, request] = [
    await findRecurrenceById(database(), id),
    await findLinkRequestBySecret(database(), id, hash),
  ];
  if (plan === null || request === null) throw recurrenceErrors.unknown();
  assertAcceptable(plan, request, now);
  return { plan, isPayer: false };
}

/**
 * Accepts a plan for the payer who opened the mailed link and clicked its button: the plan becomes
 * active and its first period begins at once. From then on the secret of that link is the payer's
 * own. Idempotent.
 * @throws AppError a text of {@link recurrenceErrors}
 */
export async function acceptRecurrence(id: string, secret: string, now = new Date()): Promise<Recurrence> {
  const { plan, isPayer } = await openLink(id, secret, now);
  if (isPayer) return plan;
  const hash = hashOfLinkSecret(secret);
  const { arePaymentsBlocked } = await getMerchant(plan.merchantId);
  if (arePaymentsBlocked) throw recurrenceErrors.blocked();
  return await withTransaction(async (tx) => {
    const locked = await lockRecurrence(tx, id);
    const request = hash && (await findLinkRequestBySecret(tx, id, hash));
    if (!locked || !hash || !request) throw recurrenceErrors.unknown();
    // The same button was clicked in two tabs.
    if ((await findRecurrenceBySecret(tx, id, hash)) !== null) return locked;
    assertAcceptable(locked, request, now);
    const { email: payerEmail, locale } = request;
    const payer = { payerEmail, locale, payerLinkHash: hash, payerLinkSealed: sealPayerSecret(id, secret) };
    const begin = { status: "active" as const, acceptedAt: now, nextPeriodAt: now, wakeAt: now };
    const accepted = await updateRecurrence(tx, id, { ...payer, ...begin });
    await notifyMerchant(tx, accepted);
    await enqueueAdvance(tx, id);
    return accepted;
  });
}

function assertAcceptable(plan: Recurrence, { acceptUntil }: LinkRequest, now: Date): void {
  if (isEnded(plan.status)) throw recurrenceErrors.ended();
  // Another payer has accepted it, or the link has expired.
  if (plan.status !== "wait_accept" || acceptUntil <= now) throw recurrenceErrors.over();
}

async function notifyMerchant(tx: Tx, plan: Recurrence): Promise<void> {
  const { id, merchantId, name, orderId, payerEmail } = plan;
  const detail = { name, orderId, payer: payerEmail };
  const change = { before: { status: "wait_accept" }, after: { status: plan.status } };
  await recordAudit(tx, { actorId: null, merchantId, action: "recurrence.accept", target: id, detail, ...change });
  await queueRecurrenceWebhook(tx, plan, "accepted");
}
