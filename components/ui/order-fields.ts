import type { FormField } from "@/components/ui/form-fields";

/** The merchant's own reference of a created object; generated if it may be left empty. */
export const ORDER_ID = {
  name: "orderId",
  label: "Order ID",
  isOptional: true,
  hint: "Your own reference. Generated if empty.",
} as const satisfies FormField<{ orderId: string }>;

/** The merchant's webhook URL. */
export const WEBHOOK = {
  name: "urlCallback",
  kind: "url",
  label: "Webhook URL",
  isOptional: true,
} as const satisfies FormField<{ urlCallback: string }>;

/** Visible only to the merchant. */
export const ADDITIONAL_DATA = {
  name: "additionalData",
  label: "Additional data",
  isOptional: true,
  hint: "Only visible to you; payers never see it.",
} as const satisfies FormField<{ additionalData: string }>;
