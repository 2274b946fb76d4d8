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
 * A late payment that is accepted counts at its old price, and payers are told whom to ask about
 * their money.
 */
const PROVEN: readonly (keyof MerchantSettingsInput)[] = ["latePolicy", "lateDriftPercent", "supportContact"];

/**
 * Changes what a merchant decides about itself; the audit log keeps both what was and what is.
 * Switching refunds that payers ask for to `automatic` writes down when: nothing goes by itself for
 * a day after it. Of any other policy every owner is told by mail.
 * @throws AppError `confirmation_needed` where refunds are to go by themselves from now on, and
 *   where late payments or whom payers ask change
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

/** Undefined: as before, also where a card is saved again that said `automatic` already. */
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
  // It orders refunds to come.
  assertProven();
  return now;
}

function pickSettings(view: MerchantSettingsView | null): AuditFields {
  if (view === null) return {};
  const { id: _, refundRequestsAutomaticFrom: __, ...settings } = view;
  return settings;
}

/** Whether every member of the merchant needs a second factor. */
export function isSecondFactorRequired(merchantId: string): Promise<boolean> {
  return selectRequiresSecondFactor(database(), merchantId);
}

/**
 * Switches whether every member needs a second factor. It holds from the next request of everybody:
 * who has none can do nothing but set one up. Saying again what is so already changes nothing.
 * @throws AppError `refused` for an owner who has none, and would lock themselves out
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
