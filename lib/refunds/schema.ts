import { z } from "zod";
import {
  ALPHA_DASH,
  optionalText,
  optionalUuid,
  refuseWithoutId,
  requiredBoolean,
  requiredText,
} from "@/lib/lenient-input";
import { optionalWrittenAmount } from "@/lib/payouts/schema";

const uuid = optionalUuid();

/** `POST /v1/payment/refund`: `uuid` or `order_id`; with both, uuid decides. */
export const refundInput = z
  .object({
    uuid,
    order_id: optionalText({ max: 128, pattern: ALPHA_DASH }),
    address: requiredText({ max: 128 }),
    is_subtract: requiredBoolean(),
    amount: optionalWrittenAmount,
  })
  .superRefine(refuseWithoutId);
export type RefundInput = z.output<typeof refundInput>;

/** An empty array, as the interface has it. */
export const refundView = z.array(z.never()).max(0);

/** `POST /v1/wallet/blocked-address-refund`: `uuid` or `order_id`; with both, uuid decides. */
export const blockedRefundInput = z
  .object({
    uuid,
    order_id: optionalText({ max: 32, pattern: ALPHA_DASH }),
    address: requiredText({ min: 10, max: 128, pattern: ALPHA_DASH }),
  })
  .superRefine(refuseWithoutId);
export type BlockedRefundInput = z.output<typeof blockedRefundInput>;

const text = z.string();

/** Exactly these keys. */
export const blockedRefundView = z.strictObject({
  commission: text,
  amount: text.describe("What is sent to the address"),
});
export type BlockedRefundView = z.output<typeof blockedRefundView>;
