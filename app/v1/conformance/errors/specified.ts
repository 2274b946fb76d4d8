/**
 * The Errors table of the specification, row by row: the text or code, and the operations that it
 * is listed for. Recurring payments, which other gateways of this family have, are listed with the
 * invoices whose rules they follow.
 */

const INVOICE = "/v1/payment";
const WALLET = "/v1/wallet";
const PAYOUT = "/v1/payout";
const CALC = "/v1/payout/calc";
const REFUND = "/v1/payment/refund";
const BLOCKED_REFUND = "/v1/wallet/blocked-address-refund";
const TRANSFERS = ["/v1/transfer/to-personal", "/v1/transfer/to-business"] as const;
const RESEND = "/v1/payment/resend";
const PLAN = "/v1/recurrence/create";
const PLAN_INFO = "/v1/recurrence/info";
const PLAN_CANCEL = "/v1/recurrence/cancel";
const TEST_WEBHOOKS = ["/v1/test-webhook/payment", "/v1/test-webhook/payout", "/v1/test-webhook/wallet"] as const;

/** Every operation that the specification describes. */
const ALL = [
  INVOICE,
  "/v1/payment/info",
  REFUND,
  RESEND,
  WALLET,
  "/v1/wallet/qr",
  "/v1/payment/qr",
  "/v1/wallet/block-address",
  BLOCKED_REFUND,
  PAYOUT,
  CALC,
  "/v1/payout/services",
  ...TRANSFERS,
  ...TEST_WEBHOOKS,
  PLAN,
  PLAN_INFO,
  PLAN_CANCEL,
] as const;

export type SpecifiedError = { readonly error: string; readonly operations: readonly string[] };

export const SPECIFIED_ERRORS: readonly SpecifiedError[] = [
  { error: "validation.required", operations: ALL },
  {
    error: "validation.required_without",
    operations: [
      "/v1/payment/info",
      REFUND,
      RESEND,
      "/v1/wallet/block-address",
      BLOCKED_REFUND,
      PLAN_INFO,
      PLAN_CANCEL,
    ],
  },
  {
    error: "You are forbidden",
    operations: [INVOICE, WALLET, PLAN, PAYOUT, CALC, REFUND, BLOCKED_REFUND, ...TRANSFERS],
  },
  { error: "The network was not found", operations: [INVOICE] },
  { error: "The currency was not found", operations: [INVOICE, PLAN, PAYOUT, CALC] },
  { error: "The service was not found", operations: [WALLET, PAYOUT, CALC, BLOCKED_REFUND] },
  { error: "Not found service to_currency", operations: [INVOICE, PLAN, PAYOUT, CALC] },
  { error: "Error convert to_currency", operations: [INVOICE, PLAN, PAYOUT, CALC] },
  { error: "Minimum amount <min> <currency>", operations: [INVOICE, PLAN, PAYOUT, CALC, ...TRANSFERS] },
  { error: "Maximum amount <max> <currency>", operations: [INVOICE, PLAN, PAYOUT, CALC, ...TRANSFERS] },
  { error: "Wallet not found", operations: [INVOICE, WALLET, PLAN, PAYOUT, CALC] },
  { error: "The withdrawal amount is too small", operations: [PAYOUT, CALC] },
  { error: "Not enough funds", operations: [PAYOUT, CALC, ...TRANSFERS] },
  { error: "Not enough balance for convert <from> to <to>", operations: [PAYOUT, CALC] },
  { error: "The terminal was not found", operations: [INVOICE, WALLET, PLAN, PAYOUT, CALC] },
  { error: "Server error", operations: [INVOICE, WALLET, PLAN, REFUND, BLOCKED_REFUND] },
  { error: "Gateway error", operations: [INVOICE, PLAN] },
  { error: "Recurrence not found", operations: [PLAN_INFO, PLAN_CANCEL] },
  { error: "Payment was not found", operations: [REFUND] },
  { error: "Undefined merchant wallet", operations: [REFUND] },
  { error: "Refunds are made only for completed payments", operations: [REFUND] },
  { error: "The refund amount should not be more than the amount paid", operations: [REFUND] },
  { error: "Payment not found", operations: [RESEND] },
  { error: "Notification not found", operations: [RESEND] },
  { error: "Too much resend", operations: [RESEND] },
  { error: "Not found", operations: [BLOCKED_REFUND] },
  { error: "You can withdraw only once", operations: [BLOCKED_REFUND] },
  { error: "Refund is in process", operations: [BLOCKED_REFUND] },
  { error: "Nothing to withdraw", operations: [BLOCKED_REFUND] },
  { error: "The amount is too small", operations: [BLOCKED_REFUND] },
  { error: "Not found payment", operations: ["/v1/test-webhook/payment"] },
  { error: "Not found payout", operations: ["/v1/test-webhook/payout"] },
  { error: "Not found wallet", operations: ["/v1/test-webhook/wallet"] },
  { error: "Payment service not found", operations: ["/v1/test-webhook/payment", "/v1/test-webhook/wallet"] },
  { error: "Payout service not found", operations: ["/v1/test-webhook/payout"] },
  { error: "No found user wallet", operations: TRANSFERS },
  { error: "Merchant wallet not found", operations: ["/v1/transfer/to-business"] },
  { error: "HTTP 500 with Server error, #1", operations: ALL },
];
