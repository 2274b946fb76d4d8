import { z } from "zod";
import { ALPHA_DASH, optionalText, optionalUuid } from "@/lib/kernel/lenient-input";
import { findInvoiceInput } from "@/lib/money-in/invoices/schema";

const TRANSACTION_ID_MAX = 256;

/** Input of `POST /v1/payment/resend`: `uuid` or `order_id`; with both, order_id decides. */
export const resendInput = findInvoiceInput;

/** Input of `POST /v2/payment/resend`: the same, or the paying transaction. */
export const resendByAnyInput = z
  .object({
    uuid: optionalUuid(),
    order_id: optionalText({ max: 128, pattern: ALPHA_DASH }),
    txid: optionalText({ max: TRANSACTION_ID_MAX }),
  })
  .superRefine((value, context) => {
    if (value.uuid !== null || value.order_id !== null || value.txid !== null) return;
    for (const field of ["uuid", "order_id", "txid"]) {
      context.addIssue({ code: "custom", path: [field], message: "validation.required_without_all" });
    }
  });

/** The response is empty. */
export const resendView = z.array(z.never()).max(0);
