import type {
  PayCase,
  PayChoice,
  PayDeposit,
  PayNetwork,
  PayNetworkFee,
  PayQuote,
  PayRefund,
  PayUnavailable,
  PayView,
} from "@/lib/fronts/payment-page/pay-view";
import { decimal } from "@/lib/kernel/money/decimal";
import { PLAIN_BRAND } from "@/lib/people/brands/brand-view";
import type { PayExchange } from "@/lib/pricing/exchange-terms/pay-exchange";

/**
 * Sample invoices for the tests of the payment page: one open invoice of 25 USD, and the parts to
 * change it with.
 */

export const CREATED_AT = new Date("2026-11-21T10:00:00Z");
/** Twenty minutes into the invoice's lifetime of one hour. */
export const NOW = new Date("2026-11-21T10:20:00Z");
export const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";
export const TRANSACTION = "0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b";

export const ETHEREUM: PayNetwork = {
  code: "eth",
  name: "Ethereum",
  tokenStandard: "ERC-20",
  chainId: 1n,
  family: "evm",
  confirmations: 12,
  blockSeconds: 12,
  isSandbox: false,
  isReady: true,
};

export const ETH_QUOTE: PayQuote = {
  id: "0b5a4c57-3f0e-4a53-9d6c-5a1f7e1f3c11",
  currency: "ETH",
  currencyName: "Ether",
  network: ETHEREUM,
  address: ADDRESS,
  payerAmount: decimal("0.0186"),
  discountPercent: null,
  payableDecimals: 8,
  decimals: 18,
  contract: null,
};

export const USDT_QUOTE: PayQuote = {
  ...ETH_QUOTE,
  currency: "USDT",
  currencyName: "Tether USD",
  network: {
    ...ETHEREUM,
    code: "bsc",
    name: "BNB Smart Chain",
    tokenStandard: "BEP-20",
    chainId: 56n,
    confirmations: 15,
    blockSeconds: 1,
  },
  payerAmount: decimal("25.05"),
  contract: "0x55d398326f99059ff775485246999027b3197955",
};

/** Typical exchange terms for Ether on Ethereum. */
export const ETH_EXCHANGE: PayExchange = {
  terms: { fee: decimal("0.001"), minimum: decimal("0.005") },
  names: ["ERC20", "ETH", "Ethereum (ERC20)"],
  wrongNames: ["BEP20", "Arbitrum One"],
};

/** Typical exchange terms for Tether USD on BNB Smart Chain. */
export const USDT_EXCHANGE: PayExchange = {
  terms: { fee: decimal("0.3"), minimum: decimal("10") },
  names: ["BEP20", "BSC", "BNB Smart Chain (BEP20)"],
  wrongNames: ["TRC20", "ERC20", "Polygon"],
};

/** In Ether, and in US dollars. */
export function networkFee(amount: string, worth: string | null): PayNetworkFee {
  return {
    amount: decimal(amount),
    currency: "ETH",
    worth: worth === null ? null : decimal(worth),
    worthCurrency: "USD",
  };
}

/** An open invoice with a chosen coin and no payment. */
export function payView(changes: Partial<PayView> = {}): PayView {
  return {
    uuid: "8b03432e-385b-4670-8d06-064591096795",
    orderId: "order-1042",
    status: "check",
    isPaidByHand: false,
    internalAmount: null,
    isPaidLate: false,
    isCancelledByHand: false,
    isRenewable: false,
    lateDriftPercent: 2,
    isReversed: false,
    amount: decimal("25"),
    currency: "USD",
    isFiat: true,
    isPaymentMultiple: true,
    accuracyPercent: decimal("0"),
    urlReturn: "https://shop.example/cart",
    urlSuccess: "https://shop.example/thanks",
    createdAt: CREATED_AT,
    lifetimeSeconds: 3600,
    expiresAt: new Date("2026-11-21T11:00:00Z"),
    finalAt: null,
    merchantName: "Paper Lantern",
    arePaymentsBlocked: false,
    latePolicy: "hold",
    supportContact: "help@shop.example",
    brand: PLAIN_BRAND,
    quote: ETH_QUOTE,
    quoteCount: 1,
    mayRequote: true,
    changesLeft: 9,
    confirmedAmount: decimal("0"),
    deposits: [],
    cases: [],
    refundables: [],
    refundRequests: [],
    questionnaire: null,
    refunds: [],
    choices: [
      payChoice({ isCurrent: true }),
      payChoice({
        currency: "USDT",
        currencyName: "Tether USD",
        tokenStandard: "ERC-20",
        payerAmount: decimal("25.05"),
      }),
    ],
    unavailable: [],
    exchange: ETH_EXCHANGE,
    ...changes,
  };
}

export function payChoice(changes: Partial<PayChoice> = {}): PayChoice {
  return {
    currency: "ETH",
    currencyName: "Ether",
    networkCode: "eth",
    networkName: "Ethereum",
    tokenStandard: null,
    payerAmount: decimal("0.0186"),
    discountPercent: null,
    secondsToFinal: 144,
    isCurrent: false,
    networkFee: networkFee("0.00004", "0.08"),
    exchange: ETH_EXCHANGE.terms,
    ...changes,
  };
}

/** A coin that is allowed, but whose network does not respond. */
export function payUnavailable(changes: Partial<PayUnavailable> = {}): PayUnavailable {
  return {
    currency: "USDT",
    currencyName: "Tether USD",
    networkCode: "tron",
    networkName: "TRON",
    tokenStandard: "TRC-20",
    reason: "network",
    limit: null,
    ...changes,
  };
}

/** Seen, with three of twelve confirmations. */
export function payDeposit(amount: string, changes: Partial<PayDeposit> = {}): PayDeposit {
  return {
    transactionId: TRANSACTION,
    explorerUrl: `https://etherscan.io/tx/${TRANSACTION}`,
    amount: decimal(amount),
    currency: "ETH",
    networkCode: "eth",
    networkName: "Ethereum",
    status: "seen",
    confirmations: 3,
    confirmationsNeeded: 12,
    seenAt: NOW,
    worth: decimal(amount),
    ...changes,
  };
}

export function payCase(changes: Partial<PayCase> = {}): PayCase {
  return {
    reference: "3F9A21C4",
    kind: "late",
    status: "open",
    isJudged: false,
    amount: decimal("0.0186"),
    currency: "ETH",
    networkName: "Ethereum",
    transactionId: TRANSACTION,
    explorerUrl: null,
    ...changes,
  };
}

/** Signed, but not in a block yet. */
export function payRefund(changes: Partial<PayRefund> = {}): PayRefund {
  return {
    status: "process",
    amount: decimal("0.0186"),
    currency: "ETH",
    networkName: "Ethereum",
    addressEnds: "0x529084…169EE7",
    transactionId: TRANSACTION,
    explorerUrl: `https://etherscan.io/tx/${TRANSACTION}`,
    ...changes,
  };
}
