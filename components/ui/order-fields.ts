import type { FormField } from "@/components/ui/form-fields";

/** The merchant's own name for what a form creates; where it may be left empty one is made. */
export const ORDER_ID = {
  name: "orderId",
  label: "Order id",
  isOptional: true,
  hint: "Your own reference. Generated if empty.",
} as const satisfies FormField<{ orderId: string }>;

/** Which server of the merchant's is told of it. */
export const WEBHOOK = {
  name: "urlCallback",
  kind: "url",
  label: "Webhook URL",
  isOptional: true,
} as const satisfies FormField<{ urlCallback: string }>;

/** What only the merchant sees of it. */
export const ADDITIONAL_DATA = {
  name: "additionalData",
  label: "Additional data",
  isOptional: true,
  hint: "Only visible to you; payers never see it.",
} as const satisfies FormField<{ additionalData: string }>;
