import { createHash } from "node:crypto";
import type { AuditFields } from "@/lib/kernel/audit-log/record-audit";
import { AppError } from "@/lib/kernel/errors";
import type { NetworkTerms, ServiceTerms } from "@/lib/pricing/catalog/networks-repo";

/**
 * Returns an identifier of exactly these values. The form sends it back, so that no edit overwrites
 * values its author has not seen. Pure.
 */
export function versionOf(fields: AuditFields): string {
  const sorted = Object.entries(fields).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex").slice(0, 24);
}

/** @throws AppError `refused` when the values have changed since they were read */
export function assertUnchanged(fields: AuditFields, seen: string): void {
  if (versionOf(fields) === seen) return;
  throw new AppError("refused", "Someone else changed this while you were editing. Reload and try again.");
}

/** Returns the editable fields as plain values for versions, forms and the audit log. Pure. */
export function networkFields({ isEnabled, confirmations }: NetworkTerms) {
  return { isEnabled, confirmations };
}

/** Returns the editable fields of a coin on a network; amounts as decimal text. Pure. */
export function serviceFields(terms: ServiceTerms) {
  return {
    isPaymentEnabled: terms.isPaymentEnabled,
    isPayoutEnabled: terms.isPayoutEnabled,
    paymentMin: terms.paymentMin.toFixed(),
    paymentMax: terms.paymentMax.toFixed(),
    paymentFeePercent: terms.paymentFeePercent.toFixed(),
    paymentFeeFixed: terms.paymentFeeFixed.toFixed(),
    payoutMin: terms.payoutMin.toFixed(),
    payoutMax: terms.payoutMax.toFixed(),
    payoutFeePercent: terms.payoutFeePercent.toFixed(),
    payoutFeeFixed: terms.payoutFeeFixed.toFixed(),
  };
}
