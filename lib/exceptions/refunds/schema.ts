import { z } from "zod";
import type { Refund } from "@/lib/exceptions/refunds/refund";
import { REFUND_STATUSES } from "@/lib/exceptions/refunds/status";
import {
  ALPHA_DASH,
  optionalText,
  optionalUuid,
  refuseWithoutId,
  requiredBoolean,
  requiredText,
} from "@/lib/kernel/lenient-input";
import { formatCrypto } from "@/lib/kernel/money/format";
import { optionalWrittenAmount } from "@/lib/money-out/payouts/schema";
import type { ClientLibrary } from "@/lib/people/merchants/schema";

const uuid = optionalUuid();

/** `POST /v1/payment/refund`: `uuid` or `order_id`; if both are given, uuid decides. */
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

const nothing = z.array(z.never()).max(0);

const refundObject = z
  .strictObject({
    uuid: z.uuid().describe("uuid of the refund"),
    status: z.enum(REFUND_STATUSES),
    amount: z.string().describe("Amount that arrives at the address"),
    commission: z.string().describe("Commission of the gateway, in the coin"),
    currency: z.string(),
    network: z.string().describe("Network code in upper case"),
    address: z.string(),
  })
  .meta({ id: "Refund" });

/**
 * An empty array, as specified; the refund for merchants whose client library is of the kind
 * `heleket`.
 */
export const refundView = z.union([nothing, refundObject]);
export type RefundView = z.output<typeof refundView>;

/**
 * `POST /v1/wallet/blocked-address-refund`: `uuid` or `order_id`; if both are given, uuid decides.
 */
export const blockedRefundInput = z
  .object({
    uuid,
    order_id: optionalText({ max: 32, pattern: ALPHA_DASH }),
    address: requiredText({ min: 10, max: 128, pattern: ALPHA_DASH }),
  })
  .superRefine(refuseWithoutId);
export type BlockedRefundInput = z.output<typeof blockedRefundInput>;

const text = z.string();

/** Exactly these keys are allowed. */
export const blockedRefundView = z.strictObject({
  commission: text,
  amount: text.describe("Amount sent to the address"),
});
export type BlockedRefundView = z.output<typeof blockedRefundView>;

/**
 * Returns the response of `payment/refund`: empty as specified; for libraries of the kind
 * `heleket`, the refund.
 */
export function toRefundView(refund: Refund, library: ClientLibrary): RefundView {
  if (library !== "heleket") return [];
  return {
    uuid: refund.id,
    status: refund.status,
    amount: formatCrypto(refund.sentAmount),
    commission: formatCrypto(refund.commission),
    currency: refund.currencyCode,
    network: refund.networkCode.toUpperCase(),
    address: refund.address,
  };
}
