import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import { ZERO } from "@/lib/kernel/money/decimal";

/** What a payment page says of an invoice that nobody has paid, decided or changed yet: for pages of what is not there. */
export const UNTOUCHED = {
  uuid: "00000000-0000-4000-8000-000000000000",
  status: "check",
  isPaidByHand: false,
  insideAmount: null,
  isPaidLate: false,
  isCancelledByHand: false,
  isRenewable: false,
  isReversed: false,
  arePaymentsBlocked: false,
  finalAt: null,
  confirmedAmount: ZERO,
  deposits: [],
  cases: [],
  refunds: [],
  refundables: [],
  refundRequests: [],
  questionnaire: null,
} as const satisfies Partial<PayView>;
