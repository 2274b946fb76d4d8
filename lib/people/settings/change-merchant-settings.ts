import { type AuditFields, changedFields, recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { database, type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { assertProven } from "@/lib/people/guards/assert-proven";
import type { SessionRow } from "@/lib/people/identity/sessions-repo";
import { mailOwners } from "@/lib/people/merchants/mail-owners";
import {
  lockRefundRequestPolicy,
  selectMerchantSettings,
  selectRequiresSecondFactor,
  updateMerchantSettings,
  updateRequiresSecondFactor,
} from "@/lib/people/merchants/merchants-repo";
import type { MerchantSettingsInput, MerchantSettingsView } from "@/lib/people/merchants/schema";

/**
 * A late payment that is accepted counts at its old price, payers are told whom to contact about
 * their money, and whoever receives the shop's webhooks knows its sales and keeps them from it.
 */
const PROVEN: readonly (keyof MerchantSettingsInput)[] = [
  "latePolicy",
  "lateDriftPercent",
  "supportContact",
  "webhookUrl",
];

/**
 * Changes a merchant's own settings; the audit log records the old and new values. Switching
 * payers' refund requests to `automatic` records the time: nothing is refunded automatically for a
 * day after it. Every owner is notified by mail of a changed policy.
 * @throws AppError `confirmation_needed` if refunds become automatic, or if the late policy, the
 *   support contact or the webhook URL changes
 */
export async function changeMerchantSettings(
  who: { merchantId: string; userId: string },
  settings: MerchantSettingsInput,
  now = new Date(),
): Promise<void> {
  await withTransaction(async (tx) => {
    const since = await automaticSince(tx, who.merchantId, settings, now);
    const before = await selectMerchantSettings(tx, who.merchantId);
    await updateMerchantSettings(tx, who.merchantId, settings, since);
    const change = changedFields(pickSettings(before), settings);
    if (PROVEN.some((field) => field in change.after)) assertProven();
    const { merchantId, userId: actorId } = who;
    await recordAudit(tx, { actorId, merchantId, action: "merchant.change", target: merchantId, ...change });
    const { refundRequestPolicy: was } = change.before;
    const { refundRequestPolicy: policy } = change.after;
    if (policy === undefined) return;
    const changes = [`Refund requests: ${policyWords(policy)} (before: ${policyWords(was)})`];
    await mailOwners(tx, { merchantId, actorId }, { kind: "refund-policy", changes });
  });
}

function policyWords(policy: unknown): string {
  return policy === "automatic" ? "sent automatically" : "approval required";
}

/** Undefined: unchanged, even if a card that said `automatic` already is saved again. */
async function automaticSince(
  tx: Tx,
  merchantId: string,
  { refundRequestPolicy: next }: MerchantSettingsInput,
  now: Date,
): Promise<Date | null | undefined> {
  if (next === undefined) return undefined;
  const before = await lockRefundRequestPolicy(tx, merchantId);
  if (next === before) return undefined;
  if (next !== "automatic") return null;
  // It authorises future refunds.
  assertProven();
  return now;
}

function pickSettings(view: MerchantSettingsView | null): AuditFields {
  if (view === null) return {};
  const { id: _, refundRequestsAutomaticFrom: __, ...settings } = view;
  return settings;
}

/** Returns whether every member of the merchant needs a second factor. */
export function isSecondFactorRequired(merchantId: string): Promise<boolean> {
  return selectRequiresSecondFactor(database(), merchantId);
}

/**
 * Sets whether every member needs a second factor, effective from everybody's next request: members
 * without one can only set one up. Setting the current value changes nothing.
 * @throws AppError `refused` for an owner without one, who would lock themselves out
 */
export async function requireSecondFactor(
  who: { readonly merchantId: string; readonly session: SessionRow },
  isRequired: boolean,
): Promise<void> {
  const { merchantId, session } = who;
  if (isRequired && session.secondFactorAt === null) {
    throw new AppError(
      "refused",
      "Set up two-factor authentication for your own account first: it would be required of you as well.",
    );
  }
  await withTransaction(async (tx) => {
    if (!(await updateRequiresSecondFactor(tx, merchantId, isRequired))) return;
    await recordAudit(tx, {
      actorId: session.user.id,
      merchantId,
      action: "member.require-second-factor",
      target: merchantId,
      before: { requiresSecondFactor: !isRequired },
      after: { requiresSecondFactor: isRequired },
    });
    await mailOwners(tx, { merchantId, actorId: session.user.id }, { kind: "factor-asked", isRequired });
  });
}
