/** What a payer who asks for money back has told the page, and what it has to show for it. */
export type RefundAsk = {
  /** `short`, `surplus`, or the id of a case; null while nothing is chosen. */
  readonly chosen: string | null;
  /** As typed. */
  readonly address: string;
  /** What is wrong with the address, in public words. */
  readonly addressError: string | null;
  /** What has just been written down and waits to be confirmed. */
  readonly sent: SentRequest | null;
};

export type SentRequest = {
  readonly id: string;
  readonly isMailed: boolean;
  readonly signing: { readonly signer: string; readonly message: string } | null;
  /** Of the case or the order, in words: for the shop. */
  readonly caseId: string | null;
};

export const BLANK_ASK: RefundAsk = { chosen: null, address: "", addressError: null, sent: null };
