import { defineOperation } from "@/lib/fronts/machine-api/operation";
import { EXAMPLE_INVOICE } from "@/lib/fronts/machine-api/operations/invoices";
import { listInput } from "@/lib/kernel/paging/page-schema";
import { paymentPageView } from "@/lib/money-in/invoices/payments-repo";
import { findInvoiceInput, markAsPaidView } from "@/lib/money-in/invoices/schema";
import { amlLinksView } from "@/lib/money-in/questionnaires/schema";

/** `POST /v1/payment/aml-links` */
export const listPaymentAmlLinks = defineOperation({
  method: "POST",
  path: "/v1/payment/aml-links",
  group: "Invoices",
  title: "List the questionnaires of a held payment",
  description:
    "While screening holds a payment, its invoice is locked and the payer can answer a questionnaire about the source of the funds. The links are for the payer; the answers go to the operator of the gateway. The newest is first; an invoice of which nothing was held has none. With uuid and order id, the order id decides.",
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
    "Invoices and top-ups of static wallets, newest first, 15 to a page. Go on with `nextCursor` and back with `previousCursor`, in the query string or the body; what comes in meanwhile is on no page twice and takes none away. Dates are at UTC+3.",
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
    "Settles an open, cancelled or underpaid invoice by your word. It becomes `paid` with no `txid`, the webhook goes out, and nothing is credited but what really arrived. What arrives later waits as a case. An invoice whose payment is still being confirmed cannot be marked. With both ids, the order id decides.",
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
