import { createHash } from "node:crypto";
import type { AuditFields } from "@/lib/kernel/audit-log/record-audit";
import { AppError } from "@/lib/kernel/errors";
import type { NetworkTerms, ServiceTerms } from "@/lib/pricing/catalog/networks-repo";

/**
 * A name for exactly these values. Whoever edits sends it back, so that nobody overwrites what they
 * have not seen. Pure.
 */
export function versionOf(fields: AuditFields): string {
  const sorted = Object.entries(fields).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex").slice(0, 24);
}

/** @throws AppError `refused` when the values are not those that were seen */
export function assertUnchanged(fields: AuditFields, seen: string): void {
  if (versionOf(fields) === seen) return;
  throw new AppError("refused", "Someone else changed this while you were editing. Reload and try again.");
}

/**
 * The fields that may be changed, as plain values: for a version, a form and the audit log. Pure.
 */
export function networkFields({ isEnabled, confirmations }: NetworkTerms) {
  return { isEnabled, confirmations };
}

/** The same of a coin on a network; amounts as decimal text. Pure. */
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
