/** The refunded object. */
export type RefundTarget = { readonly kind: "invoice" | "wallet" | "case"; readonly id: string };

/**
 * Omitted fields apply to invoice payments only: the full amount, with the fee deducted from it.
 */
export type RefundBody = {
  readonly address: string;
  readonly amount?: string;
  readonly isFeeOnTop?: boolean;
};

/** Builds the whole form; a refund of held funds has only the address. */
export const refundForm = ({ id }: RefundTarget, body: RefundBody) => ({ id, amount: "", isFeeOnTop: false, ...body });
