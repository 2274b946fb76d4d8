import { randomUUID } from "node:crypto";
import { decimal } from "@/lib/kernel/money/decimal";
import type { PaymentLink } from "@/lib/money-in/payment-links/payment-link";

/** A link that is not stored. */
export function blankLink(): PaymentLink {
  const at = new Date();
  return {
    id: randomUUID(),
    merchantId: randomUUID(),
    name: "tea",
    title: "Tea",
    currencyCode: "USD",
    amount: decimal("12.50"),
    amountMin: null,
    amountMax: null,
    quantityMax: 1,
    noteQuestion: "no",
    emailQuestion: "no",
    urlCallback: null,
    stock: null,
    useLimit: null,
    endsAt: null,
    isActive: true,
    createdAt: at,
    updatedAt: at,
  };
}
