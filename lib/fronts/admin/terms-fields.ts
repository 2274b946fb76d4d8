import type { NetworkTerms, ServiceTerms } from "@/lib/pricing/catalog/edit-repo";

/** The fields that may be changed, as plain values: for a version, a form and the audit log. Pure. */
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
