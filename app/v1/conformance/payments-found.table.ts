import { namedBy } from "@/app/v1/conformance/named-by.rules";
import { message, required, row, taken, uuid } from "@/app/v1/conformance/testing/rule";
import type { RuleTable } from "@/app/v1/conformance/testing/rule-table";
import { freshId } from "@/app/v1/conformance/testing/world";

const NOBODY = "00000000-0000-4000-8000-000000000001";

/** `POST /v1/payment/info` */
export const paymentInfo: RuleTable = {
  path: "/v1/payment/info",
  key: "payment",
  valid: ({ paid }) => ({ uuid: paid.id, order_id: paid.orderId }),
  answer: "success",
  rows: [
    ...namedBy(128),
    row("order_id", freshId(), message("Payment not found"), "unknown: it takes precedence over the known uuid"),
    row("uuid", NOBODY, taken(), "unknown: the order id takes precedence"),
    {
      says: "an unknown uuid alone returns its own message",
      parameter: "uuid",
      request: () => ({ uuid: NOBODY }),
      expected: message("Payment not found"),
    },
    row("order_id", freshId().repeat(4), message("Payment not found"), "128 characters"),
  ],
};

/**
 * `POST /v1/payment/aml-links` finds an invoice as `payment/info` does; this one was never held.
 */
export const amlLinks: RuleTable = { ...paymentInfo, path: "/v1/payment/aml-links" };

/** `POST /v1/payment/qr` */
export const paymentQr: RuleTable = {
  path: "/v1/payment/qr",
  key: "payment",
  valid: ({ open }) => ({ merchant_payment_uuid: open.id }),
  answer: "success",
  rows: [
    ...required("merchant_payment_uuid"),
    ...uuid("merchant_payment_uuid"),
    row("merchant_payment_uuid", NOBODY, message("Payment not found"), "unknown"),
    row("order_id", {}, taken(), "an unknown parameter"),
  ],
};
