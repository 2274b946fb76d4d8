import { defineOperation } from "@/lib/fronts/machine-api/operation";
import { EXAMPLE_INVOICE } from "@/lib/fronts/machine-api/operations/example-invoice";
import { findInvoiceInput } from "@/lib/money-in/invoices/schema";
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
