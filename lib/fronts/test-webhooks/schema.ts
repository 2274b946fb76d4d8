import { z } from "zod";
import type { Sendable } from "@/lib/delivery/webhooks/post-webhook";
import {
  ALPHA_DASH,
  optionalText,
  optionalUuid,
  refuseWithoutId,
  requiredText,
  requiredUrl,
  withWireSchema,
} from "@/lib/kernel/lenient-input";
import { INVOICE_STATUSES } from "@/lib/money-in/invoices/status";
import { PAYOUT_STATUSES } from "@/lib/money-out/payouts/status";

const CODE_MAX = 16;
const URL_MAX = 150;
const ORDER_ID_MAX = 32;

/** One of `statuses`; `paid` when absent. */
function statusOf<const Status extends string>(statuses: readonly [Status, ...Status[]]) {
  return withWireSchema(
    z.preprocess(
      (value) => (value === undefined || value === null || value === "" ? "paid" : value),
      z.enum(statuses, { error: () => "validation.in" }),
    ),
    { type: ["string", "null"], enum: [...statuses, null], default: "paid" },
  );
}

const common = {
  url_callback: requiredUrl(URL_MAX),
  currency: requiredText({ max: CODE_MAX }),
  network: requiredText({ max: CODE_MAX }),
  uuid: optionalUuid(),
  order_id: optionalText({ max: ORDER_ID_MAX, pattern: ALPHA_DASH }),
};

/** `POST /v1/test-webhook/payment` */
export const testPaymentInput = z.object({ ...common, status: statusOf(INVOICE_STATUSES) });
export type TestPaymentInput = z.output<typeof testPaymentInput>;

/** `POST /v1/test-webhook/wallet`: the same, but a wallet must be named. */
export const testWalletInput = testPaymentInput.superRefine(refuseWithoutId);

/** `POST /v1/test-webhook/payout` */
export const testPayoutInput = z.object({ ...common, status: statusOf(PAYOUT_STATUSES) });
export type TestPayoutInput = z.output<typeof testPayoutInput>;

/** The response is empty. */
export const testWebhookView = z.array(z.never()).max(0);

/**
 * A webhook that reports no real event: sent once, stored nowhere. `payload` is signed exactly as
 * serialized.
 */
export type TestWebhook = Sendable;
