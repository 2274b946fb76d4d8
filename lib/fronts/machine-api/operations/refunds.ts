import { blockedRefundInput, blockedRefundView, refundInput, refundView } from "@/lib/exceptions/refunds/schema";
import { defineOperation } from "@/lib/fronts/machine-api/operation";

const EXAMPLE_ADDRESS = "TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8";

/** `POST /v1/payment/refund` */
export const refundPaymentOperation = defineOperation({
  method: "POST",
  path: "/v1/payment/refund",
  group: "Invoices",
  title: "Refund a payment",
  description:
    "Refunds a payment, or `amount` of it in the coin of the payment, to an address. If both uuid and order ID are given, the uuid takes precedence. If `is_subtract` is true, the fee is charged to the balance; if false, it is deducted from the refund; in both cases `amount` counts toward the amount paid. A converted payment is refunded from the USDT balance at the current rate. Partial refunds are possible up to the amount paid, one at a time. The payment is `refund_process` until the refund has arrived (`refund_paid`) or failed (`refund_fail`). Either key can be used, unless the merchant's settings require the payout key.",
  keys: ["payment", "payout"],
  input: refundInput,
  output: refundView,
  refusals: [
    "You are forbidden",
    "Payment was not found",
    "Refunds are made only for completed payments",
    "Undefined merchant wallet",
    "The refund amount should not be more than the amount paid",
    "The amount is too small",
    "Not enough funds",
    "Server error",
  ],
  example: {
    request: {
      uuid: "26109ba0-b05b-4ee0-93d1-fd62c822ce95",
      address: EXAMPLE_ADDRESS,
      is_subtract: true,
      amount: "5.5",
    },
    result: [],
  },
});

/** `POST /v1/wallet/blocked-address-refund` */
export const refundBlockedWalletOperation = defineOperation({
  method: "POST",
  path: "/v1/wallet/blocked-address-refund",
  group: "Static wallets",
  title: "Refund a blocked wallet",
  description:
    "Sends all held funds of a blocked wallet to one address, once; the fee is deducted from them. For a wallet blocked with `is_force_refund`, these are the funds that could not be refunded automatically. If both uuid and order ID are given, the uuid takes precedence. Either key can be used, unless the merchant's settings require the payout key.",
  keys: ["payment", "payout"],
  input: blockedRefundInput,
  output: blockedRefundView,
  refusals: [
    "You are forbidden",
    "Not found",
    "You can withdraw only once",
    "Refund is in process",
    "Nothing to withdraw",
    "The service was not found",
    "The amount is too small",
    "Server error",
  ],
  example: {
    request: { uuid: "de2b5c4f-1a0e-4b7c-9a45-3d3a3c0f8b21", address: EXAMPLE_ADDRESS },
    result: { commission: "1.00000000", amount: "14.00000000" },
  },
});
