import type { PayView } from "@/lib/fronts/payment-page/pay-view";
import { decimal, ZERO } from "@/lib/kernel/money/decimal";

/**
 * Fields of an invoice's page before any payment, decision or change: for pages of invoices that do
 * not exist.
 */
export const UNTOUCHED = {
  uuid: "00000000-0000-4000-8000-000000000000",
  status: "check",
  isPaidByHand: false,
  internalAmount: null,
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

const LIFETIME_S = 3_600;
const AGE_MS = 600_000;
/** Unassigned: money sent there is burnt, and no page with it is ever shown to a payer. */
const ADDRESS = `0x${"0".repeat(40)}`;

/**
 * Returns the page of a sample pending payment, which a merchant's members see before they change
 * the branding.
 */
export function samplePayView(
  shop: Pick<PayView, "merchantName" | "supportContact" | "brand" | "latePolicy" | "lateDriftPercent">,
  now: Date,
): PayView {
  const createdAt = new Date(now.getTime() - AGE_MS);
  return {
    ...UNTOUCHED,
    ...shop,
    orderId: "1042",
    amount: decimal("25"),
    currency: "USD",
    isFiat: true,
    isPaymentMultiple: true,
    accuracyPercent: decimal("0"),
    urlReturn: null,
    urlSuccess: null,
    createdAt,
    lifetimeSeconds: LIFETIME_S,
    expiresAt: new Date(createdAt.getTime() + LIFETIME_S * 1_000),
    quote: sampleQuote(),
    quoteCount: 1,
    mayRequote: false,
    changesLeft: 0,
    choices: [],
    unavailable: [],
    exchange: null,
  };
}

function sampleQuote(): PayView["quote"] {
  return {
    id: "00000000-0000-4000-8000-000000000001",
    currency: "ETH",
    currencyName: "Ether",
    network: {
      code: "eth",
      name: "Ethereum",
      tokenStandard: "ERC-20",
      chainId: 1n,
      family: "evm",
      confirmations: 12,
      blockSeconds: 12,
      isSandbox: false,
      isReady: true,
    },
    address: ADDRESS,
    payerAmount: decimal("0.0186"),
    discountPercent: null,
    payableDecimals: 8,
    decimals: 18,
    contract: null,
  };
}
