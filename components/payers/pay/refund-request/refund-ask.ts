/** A payer's refund request on the page: the form's input and what to show for it. */
export type RefundAsk = {
  /** `short`, `surplus`, or the id of a case; null while nothing is chosen. */
  readonly chosen: string | null;
  /** As typed. */
  readonly address: string;
  /** Public error message about the address. */
  readonly addressError: string | null;
  /** A request that was just submitted and awaits confirmation. */
  readonly sent: SentRequest | null;
};

export type SentRequest = {
  readonly id: string;
  readonly isMailed: boolean;
  readonly signing: { readonly signer: string; readonly message: string } | null;
  /** Reference of the case or the order as text: for the shop. */
  readonly caseId: string | null;
};

export const BLANK_ASK: RefundAsk = { chosen: null, address: "", addressError: null, sent: null };
