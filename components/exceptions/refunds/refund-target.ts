/** What is refunded. */
export type RefundTarget = { readonly kind: "invoice" | "wallet" | "case"; readonly id: string };

/**
 * What is left out goes for payments of invoices alone: all of it, and the fee out of the amount.
 */
export type RefundBody = {
  readonly address: string;
  readonly amount?: string;
  readonly isFeeOnTop?: boolean;
};

/** The whole form, of which what is held has the address alone. */
export const refundForm = ({ id }: RefundTarget, body: RefundBody) => ({ id, amount: "", isFeeOnTop: false, ...body });
