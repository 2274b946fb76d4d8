import { assertUnchanged } from "@/lib/fronts/admin/edit-version";
import type { ServiceForm } from "@/lib/fronts/admin/networks-schema";
import { serviceFields } from "@/lib/fronts/admin/terms-fields";
import { changedFields, recordAudit } from "@/lib/kernel/audit-log/record-audit";
import { withTransaction } from "@/lib/kernel/db";
import { AppError } from "@/lib/kernel/errors";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { lockServiceTerms, type ServiceTerms, updateServiceTerms } from "@/lib/pricing/catalog/edit-repo";
import { payableDecimalsOf } from "@/lib/pricing/catalog/payable-decimals";
import { forgetCatalog } from "@/lib/pricing/catalog/queries";

const HUNDRED = decimal("100");

/**
 * Changes the limits and fees of a coin on a network, and whether it is offered. It holds for what is priced from now on: open invoices keep
 * the commission of their quotes, and payouts that are ordered their fees. Processes see it within 15 seconds.
 * @throws AppError `not_found`; `refused` when somebody changed it meanwhile; `invalid_request` that names the field
 */
export async function changeService(form: ServiceForm, actorId: string): Promise<void> {
  const key = { networkCode: form.code, currencyCode: form.currency };
  const terms = toTerms(form);
  await withTransaction(async (tx) => {
    const stored = await lockServiceTerms(tx, key);
    if (stored === null) throw new AppError("not_found", "There is no such coin on this network");
    const before = serviceFields(stored);
    assertUnchanged(before, form.version);
    assertSound(terms, stored.decimals);
    const changed = changedFields(before, serviceFields(terms));
    if (Object.keys(changed.after).length === 0) return;
    await updateServiceTerms(tx, key, terms);
    await recordAudit(tx, { actorId, action: "service.change", target: `${form.code}:${form.currency}`, ...changed });
  });
  forgetCatalog();
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

/** What would make payments or payouts senseless is refused at its field. A payout's fee may be paid on top of it, so any is sound. */
function assertSound(terms: ServiceTerms, decimals: number): void {
  const payable = payableDecimalsOf(decimals);
  for (const name of ["paymentMin", "paymentMax", "payoutMin", "payoutMax"] as const)
    if (terms[name].decimalPlaces() > payable) refuse(name, `It has at most ${payable} decimals there.`);
  if (terms.paymentMin.gt(terms.paymentMax)) refuse("paymentMax", "It is below the least payment.");
  if (terms.payoutMin.gt(terms.payoutMax)) refuse("payoutMax", "It is below the least payout.");
  const { paymentMin, paymentFeePercent, paymentFeeFixed } = terms;
  if (feeOf(paymentMin, paymentFeePercent, paymentFeeFixed).gte(paymentMin))
    refuse("paymentFeeFixed", "The least payment would bring its merchant nothing.");
}

function feeOf(amount: Decimal, percent: Decimal, fixed: Decimal): Decimal {
  return amount.times(percent).dividedBy(HUNDRED).plus(fixed);
}

function refuse(field: string, message: string): never {
  throw new AppError("invalid_request", message, { fields: { [field]: [message] } });
}
