import { defineOperation } from "@/lib/fronts/machine-api/operation";
import { EXAMPLE_INVOICE } from "@/lib/fronts/machine-api/operations/invoices";
import { listInput } from "@/lib/kernel/paging/page-schema";
import { paymentPageView } from "@/lib/money-in/invoices/list-payments";
import { findInvoiceInput, markAsPaidView } from "@/lib/money-in/invoices/schema";
import { amlLinksView } from "@/lib/money-in/questionnaires/schema";

/** `POST /v1/payment/aml-links` */
export const listPaymentAmlLinks = defineOperation({
  method: "POST",
  path: "/v1/payment/aml-links",
  group: "Invoices",
  title: "List the questionnaires of a held payment",
  description:
    "While a payment is held by screening, its invoice is locked and the payer can answer a questionnaire about the source of funds. The links are for the payer; the answers go to the operator of the gateway. Newest first; empty if no payment of the invoice was held. If both uuid and order ID are given, the order ID takes precedence.",
  keys: ["payment"],
  input: findInvoiceInput,
  output: amlLinksView,
  refusals: ["Payment not found"],
  example: {
    request: { uuid: EXAMPLE_INVOICE.uuid },
    result: [
      {
        link: "https://pay.shop.example/questionnaire/fD8vUwoMTQ6KWW9_fwsvEZm0cQ2pB8yqg1nY5vJtLr7sXw3kHd4eUa6iTzOcNbMf",
        expired_at: "2026-12-07T10:00:00Z",
        status: "init",
      },
    ],
  },
});

const {
  payment_amount_usd: _usd,
  payer_amount_exchange_rate: _rate,
  commission: _commission,
  address_qr_code: _image,
  ...EXAMPLE_ITEM
} = EXAMPLE_INVOICE;

/** `POST /v1/payment/list` */
export const listPayments = defineOperation({
  method: "POST",
  path: "/v1/payment/list",
  group: "Invoices",
  title: "List invoices",
  description:
    "Invoices and static wallet top-ups, newest first, 15 per page. Page with `nextCursor` and `previousCursor` as `cursor` in the query string or body; new items never repeat or hide items. Dates are in UTC+3.",
  keys: ["payment"],
  input: listInput,
  output: paymentPageView,
  refusals: [],
  example: {
    request: { date_from: "2023-07-01 0:00:00", date_to: "2023-07-31 23:59:59" },
    result: {
      items: [EXAMPLE_ITEM],
      paginate: { count: 1, hasPages: false, nextCursor: null, previousCursor: null, perPage: 15 },
    },
  },
});

/** `POST /v1/payment/mark-as-paid` */
export const markPaymentAsPaid = defineOperation({
  method: "POST",
  path: "/v1/payment/mark-as-paid",
  group: "Invoices",
  title: "Mark an invoice as paid",
  description:
    "Marks an open, cancelled or underpaid invoice as paid. It becomes `paid` without a `txid`, the webhook is sent, and only received funds are credited. Later payments become cases. An invoice whose payment is still being confirmed can't be marked. If both uuid and order ID are given, the order ID takes precedence.",
  keys: ["payment"],
  input: findInvoiceInput,
  output: markAsPaidView,
  refusals: [
    "Payment not found.",
    "The payment is already paid.",
    "The payment cannot be marked as paid in the status <status>.",
  ],
  example: {
    request: { order_id: "order-1" },
    result: { success: true, message: "The payment is marked as paid and its webhook is queued." },
  },
});
