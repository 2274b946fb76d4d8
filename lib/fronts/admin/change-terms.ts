import { assertUnchanged, networkFields, serviceFields } from "@/lib/fronts/admin/edit-version";
import type { NetworkForm, ServiceForm } from "@/lib/fronts/admin/networks-schema";
import { changedFields, recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { type Tx, withTransaction } from "@/lib/kernel/db";
import { AppError, wrongField } from "@/lib/kernel/errors";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { assertSoundLimits } from "@/lib/pricing/catalog/availability";
import { leastConfirmations } from "@/lib/pricing/catalog/network-rules";
import {
  lockNetworkTerms,
  lockServiceTerms,
  type ServiceTerms,
  updateNetworkTerms,
  updateServiceTerms,
} from "@/lib/pricing/catalog/networks-repo";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";

/**
 * Enables or disables a network and sets its confirmations. New confirmations apply at once, also
 * to payments in progress. A disabled network offers nothing, while addresses already given out
 * stay watched. Processes see the change within 15 seconds.
 * @throws AppError `not_found`; `invalid_request` naming `confirmations` below the reviewed
 *   minimum; `refused` when somebody changed it meanwhile, or real money could be received before
 *   the seed was backed up
 */
export async function changeNetwork(form: NetworkForm, actorId: string): Promise<void> {
  const after = { isEnabled: form.isEnabled, confirmations: Number.parseInt(form.confirmations, 10) };
  await withTransaction(async (tx) => {
    const stored = await lockNetworkTerms(tx, form.code);
    if (stored === null) throw new AppError("not_found", "Network not found");
    const before = networkFields(stored);
    assertUnchanged(before, form.version);
    const isNewlyReal = after.isEnabled && !before.isEnabled && !stored.isSandbox;
    if (isNewlyReal && !(await isBackupConfirmed(tx)))
      throw new AppError("refused", "Confirm the seed backup first: npm run seed:export -- --confirm.");
    const least = leastConfirmations({ code: form.code, isSandbox: stored.isSandbox });
    if (after.confirmations < least) throw wrongField("confirmations", `Must be at least ${least} on this network.`);
    const changed = changedFields(before, after);
    if (Object.keys(changed.after).length === 0) return;
    await updateNetworkTerms(tx, form.code, after);
    await recordAudit(tx, { actorId, action: "network.change", target: form.code, ...changed });
  });
  clearCatalogCache();
}

/** Whether somebody has typed the seed's words from paper. Does not read the seed. */
async function isBackupConfirmed(tx: Tx): Promise<boolean> {
  return (await tx.custodySeed.count({ where: { backupConfirmedAt: { not: null } } })) > 0;
}

const HUNDRED = decimal("100");

/**
 * Changes the limits and fees of a coin on a network, and whether it is offered. Applies to prices
 * quoted from now on: open invoices keep the commission of their quotes, and requested payouts
 * their fees. Processes see the change within 15 seconds.
 * @throws AppError `not_found`; `refused` when somebody changed it meanwhile; `invalid_request`
 *   naming the field
 */
export async function changeService(form: ServiceForm, actorId: string): Promise<void> {
  const key = { networkCode: form.code, currencyCode: form.currency };
  const terms = toTerms(form);
  await withTransaction(async (tx) => {
    const stored = await lockServiceTerms(tx, key);
    if (stored === null) throw new AppError("not_found", "This coin is not on this network");
    const before = serviceFields(stored);
    assertUnchanged(before, form.version);
    assertSoundLimits(terms, stored.decimals);
    assertSoundFees(terms);
    const changed = changedFields(before, serviceFields(terms));
    if (Object.keys(changed.after).length === 0) return;
    await updateServiceTerms(tx, key, terms);
    await recordAudit(tx, { actorId, action: "service.change", target: `${form.code}:${form.currency}`, ...changed });
  });
  clearCatalogCache();
}

function toTerms(form: ServiceForm): ServiceTerms {
  const { isPaymentEnabled, isPayoutEnabled } = form;
  return {
    isPaymentEnabled,
    isPayoutEnabled,
    paymentMin: decimal(form.paymentMin),
    paymentMax: decimal(form.paymentMax),
    paymentFeePercent: decimal(form.paymentFeePercent),
    paymentFeeFixed: decimal(form.paymentFeeFixed),
    payoutMin: decimal(form.payoutMin),
    payoutMax: decimal(form.payoutMax),
    payoutFeePercent: decimal(form.payoutFeePercent),
    payoutFeeFixed: decimal(form.payoutFeeFixed),
  };
}

/** Payout fees are not checked: a payout's fee may be paid on top of it, so any is valid. */
function assertSoundFees({ paymentMin, paymentFeePercent, paymentFeeFixed }: ServiceTerms): void {
  if (feeOf(paymentMin, paymentFeePercent, paymentFeeFixed).gte(paymentMin))
    throw wrongField("paymentFeeFixed", "The minimum payment would leave the merchant nothing.");
}

function feeOf(amount: Decimal, percent: Decimal, fixed: Decimal): Decimal {
  return amount.times(percent).dividedBy(HUNDRED).plus(fixed);
}
